import { createA2AHandler } from "@a2akit/server";
import { type Serving, serve } from "@a2akit/server/node";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runCli } from "./run-cli.test-helper.ts";
import { createScriptedAgent } from "./scripted-agent.test-helper.ts";

const card = { name: "Scripted agent", description: "Does what it is told", version: "1.0.0" };
const serving: Record<string, Serving> = {};
let scripted = createScriptedAgent();

beforeAll(async () => {
  for (const [name, streaming] of [
    ["streaming", true],
    ["silent", false],
  ] as const) {
    const handler = createA2AHandler({
      agent: (context) => scripted.agent(context),
      card: { ...card, capabilities: { streaming } },
      onError: () => {},
      timing: { closeGrace: 0 },
    });
    serving[name] = await serve({ handler });
  }
});
afterAll(async () => {
  for (const each of Object.values(serving)) await each.close();
});

const cli = (
  argv: readonly string[],
  { on = "streaming", ...surroundings }: { on?: string } & Parameters<typeof runCli>[1] = {},
) => runCli([...argv, "-a", serving[on]?.url ?? ""], surroundings);
const lines = (text: string) =>
  text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));

test("--stream with json is JSON Lines, the last with ids and state (SEND_003, OUT_003)", async () => {
  const { status, stdout, stderr } = await cli([
    "send",
    "-o",
    "json",
    "--stream",
    "task:work:hm;art:a:one;art:a:two:append;done",
  ]);
  expect(status).toBe(0);
  const events = lines(stdout);
  for (const event of events) expect(Object.keys(event)).toHaveLength(1);
  expect(events[0]).toHaveProperty("task.id");
  expect(events.at(-1)).toMatchObject({
    statusUpdate: {
      taskId: events[0].task.id,
      contextId: expect.any(String),
      status: { state: "TASK_STATE_COMPLETED" },
    },
  });
  expect(stderr).toMatch(/^Resume: a2a send --context-id /);
});

test("--stream as text restates ids and state at its end (OUT_001)", async () => {
  const { stdout } = await cli(["send", "--stream", "task:work;art:a:one;art:a: two:append;done"]);
  expect(stdout).toContain("Artifact: Artifact a (a)\nText:\none two\n\n");
  expect(stdout).toMatch(
    /State: TASK_STATE_COMPLETED\nTask: \S+\nContext: \S+\nState: TASK_STATE_COMPLETED\nUpdated: \S+\nResume: .*\n$/,
  );
});

test("a stream of one message ends well", async () => {
  const { status, stdout } = await cli(["send", "-o", "json", "--stream", "message:pong"]);
  expect(status).toBe(0);
  expect(lines(stdout)).toMatchObject([{ message: { parts: [{ text: "pong" }] } }]);
});

test("events are shown as they come", async () => {
  scripted = createScriptedAgent();
  const { release } = scripted;
  const seen: string[] = [];
  const { status } = await cli(["send", "--stream", "task:work:thinking;hold;done"], {
    onStdout: (text) => {
      seen.push(text);
      if (text.includes("thinking")) release();
    },
  });
  expect(status).toBe(0);
  expect(seen.length).toBeGreaterThan(2);
});

test("an agent that does not stream is waited for, with a warning; json stays on one line (SEND_003)", async () => {
  const { status, stdout, stderr } = await cli(["send", "-o", "json", "--stream", "task:art:a:hi;done"], {
    on: "silent",
  });
  expect(status).toBe(0);
  expect(stderr).toMatch(/^Warning: the agent does not stream/);
  expect(lines(stdout)).toMatchObject([{ task: { status: { state: "TASK_STATE_COMPLETED" } } }]);
});

test("task subscribe gives the final task, with --stream its events (TASK_SUBSCRIBE_001)", async () => {
  for (const stream of [[], ["--stream"]]) {
    scripted = createScriptedAgent();
    const { release } = scripted;
    const { task } = JSON.parse(
      (await cli(["send", "-o", "json", "--async", "task:work;hold;art:a:late;done"])).stdout,
    );
    // The first frame of the stream is the task as it is: from then on nothing is missed.
    const { status, stdout } = await cli(["task", "subscribe", task.id, "-o", "json", "--debug", ...stream], {
      onStderr: (text) => {
        if (text.includes('"result":{"task":')) release();
      },
    });
    expect(status).toBe(0);
    const final = stream.length > 0 ? lines(stdout).at(-1).statusUpdate : JSON.parse(stdout);
    expect(final.status.state).toBe("TASK_STATE_COMPLETED");
  }
});

test("task subscribe to a finished task is refused by the agent, with a hint", async () => {
  const { task } = JSON.parse((await cli(["send", "-o", "json", "task:done"])).stdout);
  const { status, stdout } = await cli(["task", "subscribe", task.id, "-o", "json"]);
  expect(status).toBe(1);
  expect(JSON.parse(stdout).error).toMatchObject({
    code: "UnsupportedOperationError",
    hint: expect.stringMatching(/^a2a /),
  });
});
