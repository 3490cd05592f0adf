import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { runProgram, startProgram } from "./demo/program.ts";

const MAIN = fileURLToPath(new URL("main.ts", import.meta.url));

test("starts on loopback, says where and with which key, and stops when asked", async () => {
  const program = await startProgram(
    MAIN,
    ["--port", "0", "--store", "memory"],
    /http:\/\/127\.0\.0\.1:\d+\/cdq\/\s+cdq-genius\s+X-API-KEY: demo-key/,
  );
  const base = /http:\S+?\d+(?=\/)/.exec(program.ready[0])?.[0];
  const response = await fetch(`${base}/.well-known/agent-card.json`);
  expect(response.status).toBe(200);
  await response.text();
  expect(await program.stop()).toBe(0);
});

test("answers probes, and logs requests where it is asked to", async () => {
  const program = await startProgram(
    MAIN,
    ["--port", "0", "--store", "memory", "--log"],
    /(http:\S+)\/livez, (\S+readyz)/,
  );
  const [, base, ready] = program.ready;
  expect((await fetch(String(ready))).status).toBe(200);
  await fetch(`${base}/`, { method: "POST", headers: { "content-type": "application/json" }, body: "{}" });
  expect(await program.stop()).toBe(0);
  expect(JSON.parse(await program.complaints())).toMatchObject({ level: "info", msg: "request", code: -32600 });
});

test("with a file, tasks are there after a restart", async () => {
  const folder = mkdtempSync(join(tmpdir(), "demo-agent-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const args = ["--port", "0", "--store", `sqlite:${join(folder, "new", "tasks.db")}`];
  const call = async (base: string | undefined, method: string, params: object) => {
    const response = await fetch(`${base}/`, {
      method: "POST",
      headers: { "content-type": "application/json", "a2a-version": "1.0" },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
    });
    return JSON.parse(await response.text()).result;
  };
  const before = await startProgram(MAIN, args, /http:\S+?\d+(?=\/)/);
  const message = { messageId: "1", role: "ROLE_USER", parts: [{ text: "Name: BASF SE" }] };
  const { task } = await call(before.ready[0], "SendMessage", { message });
  expect(await before.stop()).toBe(0);
  const after = await startProgram(MAIN, args, /http:\S+?\d+(?=\/)/);
  expect(await call(after.ready[0], "GetTask", { id: task.id })).toEqual(task);
  expect(await after.stop()).toBe(0);
});

test("a file that is no task store is exit code 1, with the reason", async () => {
  const { code, err } = await runProgram(MAIN, ["--port", "0", "--store", `sqlite:${MAIN}`]);
  expect(code).toBe(1);
  expect(err).toContain("is not a SQLite database");
});

test("--help explains the options", async () => {
  const { code, out } = await runProgram(MAIN, ["--help"]);
  expect(code).toBe(0);
  expect(out).toContain("--port <number>");
});

test("a wrong option is exit code 2, with the rule", async () => {
  const { code, out, err } = await runProgram(MAIN, ["--port", "none"]);
  expect({ code, out }).toEqual({ code: 2, out: "" });
  expect(err).toContain("--port must be a number from 0 to 65535");
});

test("a port in use is exit code 1, with the reason", async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
  const address = other.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  try {
    const { code, err } = await runProgram(MAIN, ["--port", String(port), "--store", "memory"]);
    expect(code).toBe(1);
    expect(err).toBe(`The agent cannot start: port ${port} is taken; --port names another one, 0 a free one\n`);
  } finally {
    await new Promise((resolve) => other.close(resolve));
  }
});
