import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { createA2AHandler } from "@a2akit/server";
import { type Serving, serve } from "@a2akit/server/node";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createScriptedAgent } from "./scripted-agent.test-helper.ts";

const BIN = fileURLToPath(new URL("bin.ts", import.meta.url));
const card = { name: "Scripted agent", description: "Does what it is told", version: "1.0.0" };
let serving: Serving;

beforeAll(async () => {
  serving = await serve({
    handler: createA2AHandler({
      agent: createScriptedAgent().agent,
      card,
      onError: () => {},
      timing: { closeGrace: 0 },
    }),
  });
});
afterAll(() => serving.close());

function start(...argv: string[]): ChildProcess & { text: string } {
  const child = spawn(process.execPath, [BIN, ...argv], {
    env: { ...process.env, A2ACLI_AGENT_CARD: serving.url },
    stdio: ["pipe", "pipe", "pipe"],
  });
  const running = Object.assign(child, { text: "" });
  child.stdout?.setEncoding("utf8").on("data", (chunk: string) => {
    running.text += chunk;
  });
  return running;
}

test("a process of its own: environment, standard input, exit status", async () => {
  const child = start("send", "task:echo;done", "--data", "-", "-o", "json");
  child.stdin?.end('{"a":1}');
  expect((await once(child, "close"))[0]).toBe(0);
  expect(JSON.parse(child.text).task.artifacts[0].parts).toEqual([{ data: { a: 1 }, mediaType: "application/json" }]);
  const [status] = await once(start("task", "get"), "close");
  expect(status).toBe(2);
});

test("SIGINT ends a wait with 130, after the task id was printed", async () => {
  const child = start("send", "--stream", "task:work;hold");
  const ended = once(child, "close").then(() => Promise.reject(new Error(`It ended after: ${child.text}`)));
  while (!child.text.includes("Task: ")) await Promise.race([once(child.stdout ?? child, "data"), ended]);
  ended.catch(() => {});
  child.kill("SIGINT");
  expect((await once(child, "close"))[0]).toBe(130);
});

test("input that never comes ends with --timeout", async () => {
  const child = start("send", "--data", "-", "--timeout", "100ms", "-o", "json");
  expect((await once(child, "close"))[0]).toBe(5);
  expect(JSON.parse(child.text).error.code).toBe("A2ACLI_ERR_TIMEOUT");
});

test("a full disk is a failure", async () => {
  const full = openSync("/dev/full", "w");
  const child = spawn(process.execPath, [BIN, "help"], { stdio: ["ignore", full, "pipe"] });
  closeSync(full);
  const [status] = await once(child, "close");
  expect(status).toBe(1);
});

test.each(["help send", "--version"])("a reader that leaves early is no failure: %s", async (line) => {
  const child = start(...line.split(" "));
  child.stdout?.destroy();
  let said = "";
  child.stderr?.on("data", (chunk) => {
    said += chunk;
  });
  expect((await once(child, "close"))[0]).toBe(0);
  expect(said).toBe("");
});

test("a reader of standard error that leaves does not change how it ends", async () => {
  const child = start("no-such-command");
  child.stderr?.destroy();
  expect((await once(child, "close"))[0]).toBe(2);
});
