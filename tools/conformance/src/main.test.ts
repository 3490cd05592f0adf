import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { a2a } from "@a2akit/protocol/dialects/a2a";
import { expect, onTestFinished, test } from "vitest";
import { call, getTask, type Peer, sendTask } from "./peer.ts";

const main = fileURLToPath(new URL("main.ts", import.meta.url));

/** Starts the scripted agent as a process of its own. */
function start(...options: string[]) {
  const child = spawn(process.execPath, [main, ...options], { stdio: ["ignore", "pipe", "pipe"] });
  onTestFinished(() => {
    child.kill("SIGKILL");
  });
  const ended: Promise<number | null> = once(child, "close").then(([code]) => code);
  const errors: string[] = [];
  child.stderr.on("data", (bytes) => errors.push(String(bytes)));
  return { child, ended, errors };
}

/** Starts it and waits until it answers. */
async function serve(...options: string[]) {
  const { child, ended, errors } = start("--port", "0", ...options);
  const line = await Promise.race([once(child.stdout, "data").then(String), ended]);
  if (typeof line !== "string") throw new Error(`It did not start: ${errors.join("")}`);
  const { origin, hostname } = new URL(line.trim());
  expect(hostname).toBe("127.0.0.1");
  const peer: Peer = { dialect: a2a, path: "/", headers: {}, fetch: (path, init) => fetch(origin + path, init) };
  const stop = async () => {
    child.kill("SIGTERM");
    return ended;
  };
  return { peer, stop };
}

test("each variant starts, says where it is, and ends cleanly", async () => {
  for (const [variant, code] of [
    ["A", -32004],
    ["B", -32007],
    ["C", -32008],
    ["D", -32004],
  ] as const) {
    const { peer, stop } = await serve("--variant", variant);
    expect((await call(peer, "GetExtendedAgentCard", {})).envelope.error?.code, variant).toBe(code);
    expect(await stop()).toBe(0);
  }
});

test("tasks in a file are there again after a restart", async () => {
  const folder = await mkdtemp(join(tmpdir(), "a2akit-conformance-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const store = `sqlite:${join(folder, "tasks.db")}`;
  const first = await serve("--store", store);
  const task = await sendTask(first.peer, "task:art:a:1;input:q");
  expect(await first.stop()).toBe(0);
  const second = await serve("--store", store);
  expect(await getTask(second.peer, task.id)).toEqual(task);
  expect((await sendTask(second.peer, "task:done", { taskId: task.id })).status.state).toBe("TASK_STATE_COMPLETED");
  expect(await second.stop()).toBe(0);
});

test.each([
  ["--variant", "X", "--variant must be one of A, B, C, D, E, not X"],
  ["--port", "70000", "--port must be from 0 to 65535, not 70000"],
  ["--store", "paper:x", "--store must be memory or sqlite:FILE, not paper:x"],
  ["--nope", "x", "Unknown option '--nope'"],
])("%s %s is refused with the reason", async (option, value, message) => {
  const { ended, errors } = start(option, value);
  expect(await ended).toBe(2);
  expect(errors.join("")).toContain(message);
});
