import type { Dialect } from "@a2akit/protocol";
import { dialects } from "@a2akit/protocol/dialects";
import { createA2AHandler } from "@a2akit/server";
import { type Serving, serve } from "@a2akit/server/node";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runCli } from "./run-cli.test-helper.ts";
import { createScriptedAgent } from "./scripted-agent.test-helper.ts";

const CARD = { name: "Scripted agent", description: "Does what it is told", version: "1.0.0" };

/** One agent, mounted once per dialect below a path of its name. */
const scripted = createScriptedAgent();
const SECRET = "s3cret-key";
const all: readonly Dialect[] = dialects;
let serving: Serving;

beforeAll(async () => {
  const handler = createA2AHandler({
    agent: scripted.agent,
    card: CARD,
    mounts: all.map((dialect) => ({
      path: `/${dialect.name}`,
      dialect,
      authenticate: async ({ header }) => {
        if (dialect.security && header("x-api-key") !== SECRET) return { status: 401 };
        return { owner: "tester", tenant: "" };
      },
    })),
    onError: () => {},
    timing: { closeGrace: 0 },
  });
  serving = await serve({ handler });
});
afterAll(() => serving.close());

/** Everything that a dialect needs on the command line. */
function agentFlags(name: string): string[] {
  const dialect = all.find((each) => each.name === name);
  return ["-a", `${serving.url}/${name}/`, "--dialect", name, ...(dialect?.security ? ["--api-key", SECRET] : [])];
}

const field = (text: string, label: string) => new RegExp(`^${label}: (.*)$`, "m").exec(text)?.[1];

describe.each(all.map(({ name }) => name))("%s", (name) => {
  const cli = (...argv: string[]) => runCli([...argv, ...agentFlags(name)]);

  test("send blocks and shows ids, state and artifacts as text; get shows the same task (SEND_001, SEND_002, OUT_001)", async () => {
    const sent = await cli("send", "--text", "task:work;art:a:hi there;done:bye");
    expect(sent).toMatchObject({ status: 0, stderr: "" });
    const id = field(sent.stdout, "Task");
    expect(field(sent.stdout, "State")).toBe("TASK_STATE_COMPLETED");
    expect(field(sent.stdout, "Context")).toMatch(/./);
    expect(sent.stdout).toContain("Artifact: Artifact a (a)\nText:\nhi there\n\n");
    expect(sent.stdout).toContain("Message:\nbye\n\n");
    const got = await cli("task", "get", id ?? "");
    expect(got.stdout).toContain(`Task: ${id}\n`);
    expect(got.stdout).toContain("hi there");
  });

  test("json is exactly one document of the protocol (OUT_002)", async () => {
    const task = JSON.parse((await cli("send", "-o", "json", "task:art:a:hi;done")).stdout);
    expect(Object.keys(task)).toEqual(["task"]);
    expect(task.task).toMatchObject({
      status: { state: "TASK_STATE_COMPLETED" },
      artifacts: [{ parts: [{ text: "hi" }] }],
    });
    const message = JSON.parse((await cli("send", "-o", "json", "message:pong")).stdout);
    expect(message).toMatchObject({ message: { role: "ROLE_AGENT", parts: [{ text: "pong" }] } });
  });

  test("--async returns at once; cancel ends the task, and again is no failure (OUT_006, TASK_CANCEL_001)", async () => {
    const { task } = JSON.parse((await cli("send", "-o", "json", "--async", "task:work;hold")).stdout);
    expect(task.id).toMatch(/./);
    for (const attempt of [1, 2]) {
      const canceled = await cli("task", "cancel", task.id, "-o", "json");
      expect(canceled.status, `attempt ${attempt}`).toBe(0);
      expect(JSON.parse(canceled.stdout)).toMatchObject({ id: task.id, status: { state: "TASK_STATE_CANCELED" } });
    }
  });

  test.each([
    [
      "task:auth:sign in",
      "TASK_STATE_AUTH_REQUIRED",
      /the task waits for authorization/,
      /^Resume: a2a send --task-id \S+ --text ANSWER -a /m,
    ],
    [
      "task:input:which?",
      "TASK_STATE_INPUT_REQUIRED",
      /the task waits for input/,
      /^Resume: a2a send --task-id \S+ --text ANSWER -a /m,
    ],
    ["task:fail:no", "TASK_STATE_FAILED", /the task failed/, /^Resume: a2a send --context-id \S+ --text MORE -a /m],
    ["task:reject:no", "TASK_STATE_REJECTED", /the agent rejected the task/, /^Resume: a2a send /m],
  ])("%s: exit status 0, a warning, how to go on (EXIT_002, INTERACT_004)", async (text, state, warning, resume) => {
    const { status, stdout, stderr } = await cli("send", text);
    expect(status).toBe(0);
    expect(field(stdout, "State")).toBe(state);
    expect(stdout).toMatch(resume);
    expect(stderr).toMatch(warning);
  });

  test("--task-id continues a task, and one that is finished is refused (INTERACT_002)", async () => {
    const { task } = JSON.parse((await cli("send", "-o", "json", "task:input:which?")).stdout);
    const next = JSON.parse((await cli("send", "-o", "json", "--task-id", task.id, "task:done")).stdout);
    expect(next.task).toMatchObject({
      id: task.id,
      contextId: task.contextId,
      status: { state: "TASK_STATE_COMPLETED" },
    });
    const refused = await cli("send", "-o", "json", "--task-id", task.id, "task:done");
    expect(refused.status).toBe(1);
    expect(JSON.parse(refused.stdout).error).toMatchObject({ code: "UnsupportedOperationError", a2aCode: -32004 });
  });

  test("an unknown task is an error of the protocol (OUT_004)", async () => {
    const json = await cli("task", "get", "nope", "-o", "json");
    expect(json).toMatchObject({ status: 1, stderr: "" });
    expect(JSON.parse(json.stdout).error).toEqual({
      code: "TaskNotFoundError",
      message: expect.stringMatching(/./),
      hint: expect.stringMatching(/^a2a /),
      a2aCode: -32001,
    });
    const text = await cli("task", "get", "nope");
    expect(text.stdout).toBe("");
    expect(text.stderr).toMatch(/^Error: .+\nCode: TaskNotFoundError \(-32001\)\nHint: a2a /);
  });
});

test("--dialect is spoken whatever the card's shape", async () => {
  const flat = all.find(({ cardShape }) => cardShape === "flat");
  const flags = ["-a", `${serving.url}/${flat?.name}/`, "--api-key", SECRET];
  const { status, stderr } = await runCli(["send", "message:hi", "--debug", "--dialect", "moltrust", ...flags]);
  expect(status).toBe(0);
  expect(stderr).toContain('"message_id":');
});
