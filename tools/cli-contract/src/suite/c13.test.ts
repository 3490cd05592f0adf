import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { a2a, field, json, lines, temporaryFolder } from "../harness/a2a.ts";
import { type LiveAgent, liveAgent } from "../harness/agents.ts";
import { serve } from "../harness/serve.ts";

/*
 * Case C13, step by step: what people reported against other command lines, and what is right.
 */

const step = (title: string, run: (agent: LiveAgent) => Promise<void>) =>
  test(`C13.${title}`, async () => run(await liveAgent()));

step("1 send blocks; text has task, context, state and artifact; diagnostics on stderr alone", async ({ url }) => {
  const { status, stdout, stderr } = await a2a(["send", "--text", "task:work;wait:300;art:a:hi;done", "-a", url]);
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  expect(field(stdout, "Task")).toMatch(/./);
  expect(field(stdout, "Context")).toMatch(/./);
  expect(field(stdout, "State")).toBe("TASK_STATE_COMPLETED");
  expect(stdout).toContain("hi");
});

step("2 -o json is exactly one document", async ({ url }) => {
  expect(Object.keys(await json(["send", "--text", "task:done", "-a", url]))).toEqual(["task"]);
});

step("3 -o json --stream is JSON Lines, the last with ids and state", async ({ url }) => {
  const { stdout } = await a2a(["send", "--text", "task:work;art:a:hi;done", "-a", url, "-o", "json", "--stream"]);
  const events = lines(stdout);
  for (const event of events) expect(Object.keys(event)).toHaveLength(1);
  expect(events.at(-1).statusUpdate).toMatchObject({
    taskId: expect.stringMatching(/./),
    contextId: expect.stringMatching(/./),
    status: { state: "TASK_STATE_COMPLETED" },
  });
});

step("4 --async gives identifiers at once", async ({ url }) => {
  const { task } = await json(["send", "--text", "task:work;gate:g;done", "-a", url, "--async"]);
  expect([task.id, task.contextId]).toEqual([expect.stringMatching(/./), expect.stringMatching(/./)]);
});

step("5 AUTH_REQUIRED and FAILED exit with 0, a warning and the command to resume", async ({ url }) => {
  for (const [script, state] of [
    ["task:auth:x", "AUTH_REQUIRED"],
    ["task:fail:x", "FAILED"],
  ]) {
    const { status, stdout, stderr } = await a2a(["send", "--text", `${script}`, "-a", url]);
    expect(status).toBe(0);
    expect(field(stdout, "State")).toBe(`TASK_STATE_${state}`);
    expect(field(stdout, "Resume")).toMatch(/^a2a send /);
    expect(stderr).toContain("Warning: ");
  }
});

step("6 a wait that takes too long is A2ACLI_ERR_TIMEOUT, 5", async ({ url }) => {
  const { task } = await json(["send", "--async", "--text", "task:work;gate:g", "-a", url]);
  const { status, stdout } = await a2a(["task", "get", task.id, "--wait", "--timeout", "1s", "-a", url, "-o", "json"]);
  expect(status).toBe(5);
  expect(JSON.parse(stdout).error.code).toBe("A2ACLI_ERR_TIMEOUT");
});

step("7 usage, unreachable, a card that is none, an unknown task", async ({ url }) => {
  expect((await a2a(["send", "--no-such-flag", "hi", "-a", url])).status).toBe(2);
  const dead = await a2a(["send", "hi", "-a", "http://127.0.0.1:1/", "-o", "json"]);
  expect(dead.status).toBe(3);
  expect(JSON.parse(dead.stdout).error.code).toBe("A2ACLI_ERR_UNREACHABLE");
  const other = await serve(() =>
    Response.json({ schema_version: "1", agent: { id: "x", endpoints: ["https://x.example"] } }),
  );
  const invalid = await a2a(["card", "get", "-a", other.url, "-o", "json"]);
  expect(invalid.status).toBe(1);
  expect(JSON.parse(invalid.stdout).error.code).toBe("A2ACLI_ERR_CARD_INVALID");
  expect((await json(["task", "get", "nope", "-a", url])).error).toMatchObject({
    code: "TaskNotFoundError",
    message: expect.stringMatching(/./),
    hint: expect.stringMatching(/^a2a /),
    a2aCode: -32001,
  });
});

step("8 a card by host, full URL, file URL and path", async ({ url }) => {
  const cwd = temporaryFolder();
  const card = await json(["card", "get", "-a", url]);
  writeFileSync(join(cwd, "card.json"), JSON.stringify(card));
  for (const reference of [
    new URL(url).host,
    `${url}.well-known/agent-card.json`,
    pathToFileURL(join(cwd, "card.json")).href,
    "card.json",
  ])
    expect((await a2a(["send", "message:hi", "-a", reference], { cwd })).status, reference).toBe(0);
});

step("9 --debug --bearer never prints the token", async ({ url }) => {
  const { stdout, stderr } = await a2a(["send", "task:done", "--debug", "--bearer", "S3CR3T-token", "-a", url]);
  expect(stdout + stderr).not.toContain("S3CR3T-token");
});

step("10 --help shows defaults; --stream to an agent without streaming never hangs", async () => {
  expect((await a2a(["send", "--help"])).stdout).toContain("(default: 5m)");
  const silent = await liveAgent({ card: { capabilities: { streaming: false } } });
  expect((await a2a(["send", "task:done", "--stream", "-a", silent.url])).status).toBe(0);
});

step("11 --task-id of a finished task fails and makes no task", async ({ url }) => {
  const { task } = await json(["send", "task:done", "-a", url]);
  const { totalSize } = await json(["task", "list", "-a", url]);
  expect((await a2a(["send", "task:done", "--task-id", task.id, "-a", url])).status).toBe(1);
  expect((await json(["task", "list", "-a", url])).totalSize).toBe(totalSize);
});
