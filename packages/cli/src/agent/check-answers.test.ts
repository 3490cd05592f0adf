import { expect, test } from "vitest";
import { bareCard } from "../bare-card.test-helper.ts";
import { runCli } from "../run-cli.test-helper.ts";

const COMPLETED = { id: "t", contextId: "c", status: { state: "TASK_STATE_COMPLETED" } };

/** What a command says of an agent that gives every method this result. */
function answered(result: unknown, command: readonly string[]) {
  return runCli([...command, "-a", "https://agent.example/"], {
    fetch: async (request) => {
      if (request.method === "GET") return Response.json(bareCard({ capabilities: { streaming: true } }));
      const { id, method } = JSON.parse(await request.text());
      const response = { jsonrpc: "2.0", id, result };
      if (!/Stream|Subscribe/.test(method)) return Response.json(response);
      return new Response(`data: ${JSON.stringify(response)}\n\n`, {
        headers: { "content-type": "text/event-stream" },
      });
    },
  });
}

const GET = ["task", "get", "t"];
const LIST = ["task", "list"];
const SEND = ["send", "Hello"];
const STREAM = ["send", "Hello", "--stream"];
const part = (part: unknown) => ({ message: { messageId: "m", role: "ROLE_AGENT", parts: [part] } });

test.each<[string, readonly string[], unknown, string]>([
  ["no status", GET, { id: "t" }, "status is required"],
  ["a task in a wrapper that has none", GET, { task: COMPLETED }, "status is required"],
  ["a status that is text", GET, { id: "t", status: "done" }, "status must be an object"],
  [
    "a state that is an object",
    SEND,
    { task: { id: "t", status: { state: {} } } },
    "task.status.state must be a string or a number",
  ],
  [
    "a status message that is text",
    SEND,
    { task: { id: "t", status: { state: "x", message: "?" } } },
    "task.status.message must be an object",
  ],
  ["artifacts that are no list", GET, { ...COMPLETED, artifacts: {} }, "artifacts must be a list"],
  ["an artifact that is null", GET, { ...COMPLETED, artifacts: [null] }, "artifacts[0] must be an object"],
  ["parts that are text", SEND, { message: { messageId: "m", parts: "hi" } }, "message.parts must be a list"],
  ["a part that is null", SEND, part(null), "message.parts[0] must be an object"],
  ["text that is a number", SEND, part({ text: 5 }), "message.parts[0].text must be a string"],
  ["metadata that are a list", SEND, part({ text: "", metadata: [] }), "message.parts[0].metadata must be an object"],
  ["tasks that are no list", LIST, { tasks: {} }, "tasks must be a list"],
  ["a task in a list that is null", LIST, { tasks: [null] }, "tasks[0] must be an object"],
  ["a total that is text", LIST, { tasks: [], totalSize: "many" }, "totalSize must be a number"],
  ["an event without a status", STREAM, { statusUpdate: { taskId: "t" } }, "statusUpdate.status is required"],
  ["an event without an artifact", STREAM, { artifactUpdate: { taskId: "t" } }, "artifactUpdate.artifact is required"],
])("%s is the agent's fault, and said to be", async (_, command, result, rule) => {
  const { status, stderr } = await answered(result, command);
  expect([status, stderr]).toEqual([1, expect.stringContaining(`Error: The agent's answer is no A2A: ${rule}\n`)]);
  expect(stderr).toContain("Code: InvalidAgentResponseError (-32006)\n");
});

test.each<[string, readonly string[], unknown, string]>([
  ["no tasks", LIST, {}, ""],
  ["a message without parts", SEND, { message: { messageId: "m", role: "ROLE_AGENT" } }, ""],
  ["an artifact without parts", GET, { ...COMPLETED, artifacts: [{ artifactId: "a" }] }, "Artifact: a\n"],
  ["a state that nobody knows", GET, { ...COMPLETED, status: { state: 99 } }, "State: 99\n"],
  ["a task that says no id", SEND, { task: { status: COMPLETED.status } }, "State: TASK_STATE_COMPLETED\n"],
])("%s is taken as it is meant", async (_, command, result, shown) => {
  const { status, stdout } = await answered(result, command);
  expect([status, stdout]).toEqual([0, expect.stringContaining(shown)]);
});

test("events before one that is no event are shown", async () => {
  const { status, stdout, stderr } = await runCli([...STREAM, "-a", "https://agent.example/"], {
    fetch: async (request) => {
      if (request.method === "GET") return Response.json(bareCard({ capabilities: { streaming: true } }));
      const { id } = JSON.parse(await request.text());
      const events = [
        { task: { ...COMPLETED, status: { state: "TASK_STATE_WORKING" } } },
        { statusUpdate: { taskId: "t" } },
      ];
      const frames = events.map((result) => `data: ${JSON.stringify({ jsonrpc: "2.0", id, result })}\n\n`);
      return new Response(frames.join(""), { headers: { "content-type": "text/event-stream" } });
    },
  });
  expect([status, stdout]).toEqual([1, expect.stringContaining("State: TASK_STATE_WORKING\n")]);
  expect(stderr).toContain("statusUpdate.status is required");
});
