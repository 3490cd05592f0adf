import { createServer } from "node:net";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { runProgram, startProgram } from "./demo/program.ts";

const MAIN = fileURLToPath(new URL("main.ts", import.meta.url));

test("starts on loopback, says where and with which key, and stops when asked", async () => {
  const program = await startProgram(
    MAIN,
    ["--port", "0"],
    /http:\/\/127\.0\.0\.1:\d+\/cdq\s+cdq-genius\s+X-API-KEY: demo-key/,
  );
  const base = /http:\S+?\d+(?=\/)/.exec(program.ready[0])?.[0];
  const response = await fetch(`${base}/.well-known/agent-card.json`);
  expect(response.status).toBe(200);
  await response.text();
  expect(await program.stop()).toBe(0);
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
    const { code, err } = await runProgram(MAIN, ["--port", String(port)]);
    expect(code).toBe(1);
    expect(err).toContain("EADDRINUSE");
  } finally {
    await new Promise((resolve) => other.close(resolve));
  }
});
