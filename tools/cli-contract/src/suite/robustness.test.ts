import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync } from "node:fs";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { a2a, BIN, field, start, temporaryFolder } from "../harness/a2a.ts";
import { liveAgent } from "../harness/agents.ts";
import { covers } from "../harness/covers.ts";

test("a reader that leaves early is no failure", async () => {
  const { url } = await liveAgent();
  const sent = start(["send", "-a", url, "--stream", "-o", "json", "task:chunks:a:5000;done"]);
  await once(sent.child.stdout ?? sent.child, "data");
  sent.child.stdout?.destroy();
  expect((await sent.done).status).toBe(0);
});

test("a full disk behind standard output is a failure", async () => {
  const { url } = await liveAgent();
  const full = openSync("/dev/full", "w");
  const child = spawn(process.execPath, [BIN, "send", "-a", url, "message:hi"], {
    env: { PATH: process.env.PATH, HOME: temporaryFolder() },
    stdio: ["ignore", full, "ignore"],
  });
  closeSync(full);
  expect((await once(child, "close"))[0]).toBe(1);
});

covers(["TASK_POLL_002"], "standard input that never comes ends with --timeout", async () => {
  const { url } = await liveAgent();
  const child = spawn(process.execPath, [BIN, "send", "-a", url, "--data", "-", "--timeout", "300ms"], {
    env: { PATH: process.env.PATH, HOME: temporaryFolder() },
    stdio: ["pipe", "ignore", "ignore"],
  });
  expect((await once(child, "close"))[0]).toBe(5);
});

test("an answer that never comes ends with --timeout, one that is cut off is a failure", async () => {
  const { url } = await liveAgent({ card: { capabilities: { streaming: false } } });
  const waited = await a2a(["send", "-a", url, "task:work;gate:g", "--timeout", "500ms", "-o", "json"]);
  expect(waited.status).toBe(5);
  expect(JSON.parse(waited.stdout).error.code).toBe("A2ACLI_ERR_TIMEOUT");
});

test("SIGTERM ends a wait, too", async () => {
  const { url } = await liveAgent();
  const sent = start(["send", "-a", url, "task:work;gate:g"]);
  await sent.until(/^Task: /m);
  sent.child.kill("SIGTERM");
  const { status, stderr } = await sent.done;
  expect(status).toBe(143);
  expect(field(stderr, "Hint")).toContain("a2a task get ");
});

test.skipIf(process.platform === "win32")("a current folder that is gone is said to be", async () => {
  const folder = temporaryFolder();
  const line = `rmdir '${folder}' && exec '${process.execPath}' '${BIN}' task list`;
  const child = spawn("sh", ["-c", line], {
    cwd: folder,
    env: { PATH: process.env.PATH },
    stdio: ["ignore", "ignore", "pipe"],
  });
  const said = text(child.stderr);
  expect((await once(child, "close"))[0]).toBe(2);
  expect(await said).toBe("Error: The current folder is not there any more: go to another one\n");
});
