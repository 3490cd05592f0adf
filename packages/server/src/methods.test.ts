import { describe, expect, it } from "vitest";
import { messageOf, WRITERS } from "./testing/harness.ts";
import { startEach } from "./testing/start-each.ts";

describe.each(WRITERS)("methods over %s", (writer) => {
  const start = startEach(writer);

  it("answers a direct Message with its context and no task (A2A §3.1.1)", async () => {
    const { send, call } = await start();
    const { message } = await send("message:pong");
    expect(message).toMatchObject({ role: "ROLE_AGENT", parts: [{ text: "pong" }] });
    expect(message.contextId).toBeTruthy();
    expect(message.taskId).toBeUndefined();
    expect((await call("ListTasks")).body.result.totalSize).toBe(0);
  });

  it("blocks until the task ends, with history in order and all artifacts (A2A §3.2.2)", async () => {
    const { send } = await start();
    const { task } = await send("task:work:thinking;art:a:x;done:ready", { contextId: "mine" });
    expect(task).toMatchObject({
      contextId: "mine",
      status: { state: "TASK_STATE_COMPLETED" },
      artifacts: [{ artifactId: "a" }],
    });
    expect(task.status.message.parts[0].text).toBe("ready");
    expect(task.history.map((message: { parts: { text: string }[] }) => message.parts[0]?.text)).toEqual([
      "task:work:thinking;art:a:x;done:ready",
      "thinking",
    ]);
    expect(task.history.every((message: { taskId: string }) => message.taskId === task.id)).toBe(true);
  });

  it("returns at once when asked to, and the task goes on (A2A §3.2.2)", async () => {
    const { send, call } = await start();
    const { task } = await send("task:work;wait", {}, { returnImmediately: true });
    expect(task.status.state).toBe("TASK_STATE_SUBMITTED");
    expect((await call("CancelTask", { id: task.id })).body.result.status.state).toBe("TASK_STATE_CANCELED");
  });

  it("continues an interrupted task in its own context (A2A §3.4.3)", async () => {
    const { send, call } = await start();
    const first = (await send("task:art:a:1;input:name?")).task;
    expect(first.status).toMatchObject({ state: "TASK_STATE_INPUT_REQUIRED", message: { parts: [{ text: "name?" }] } });
    const second = (await send("task:art:b:2;done", { taskId: first.id })).task;
    expect(second).toMatchObject({
      id: first.id,
      contextId: first.contextId,
      status: { state: "TASK_STATE_COMPLETED" },
    });
    const stored = (await call("GetTask", { id: first.id })).body.result;
    expect(stored.artifacts.map((artifact: { artifactId: string }) => artifact.artifactId)).toEqual(["a", "b"]);
    expect(stored.history.map((message: { role: string }) => message.role)).toEqual([
      "ROLE_USER",
      "ROLE_AGENT",
      "ROLE_USER",
    ]);
    const wrong = await send("task:done", { taskId: first.id, contextId: "another" });
    expect(wrong).toMatchObject({ code: -32602, data: [{}, { fieldViolations: [{ field: "message.contextId" }] }] });
  });

  it.each([
    ["GetTask", { id: "no-such" }],
    ["CancelTask", { id: "no-such" }],
    ["SubscribeToTask", { id: "no-such" }],
    ["SendMessage", messageOf("message:x", { taskId: "no-such" })],
    ["SendStreamingMessage", messageOf("message:x", { taskId: "no-such" })],
  ])("%s of an unknown task is TaskNotFound, as plain JSON (A2A §3.3.2)", async (method, params) => {
    const { call } = await start();
    const { status, headers, body } = await call(method, params);
    expect([status, headers.get("content-type")]).toEqual([200, "application/json"]);
    expect(body.error).toMatchObject({
      code: -32001,
      data: [{ reason: "TASK_NOT_FOUND", domain: "a2a-protocol.org" }],
    });
  });

  it("keeps the tasks of one caller from another (A2A §13.1)", async () => {
    const { send, call } = await start({
      authenticate: async ({ header }) => ({ owner: header("authorization") ?? "alice", tenant: "" }),
    });
    const { task } = await send("task:input:q");
    const bob = { headers: { authorization: "bob" } };
    expect((await call("GetTask", { id: task.id }, bob)).body.error.code).toBe(-32001);
    expect((await call("CancelTask", { id: task.id }, bob)).body.error.code).toBe(-32001);
    expect((await call("ListTasks", {}, bob)).body.result.tasks).toEqual([]);
    expect((await call("GetTask", { id: task.id, tenant: "other" })).body.error.code).toBe(-32001);
    expect((await call("GetTask", { id: task.id })).body.result.id).toBe(task.id);
  });

  it("cuts history as asked and never the log (A2A §3.2.4)", async () => {
    const { send, call } = await start();
    const { id } = (await send("task:input:q1")).task;
    await send("task:input:q2", { taskId: id });
    const history = async (historyLength?: number) =>
      (await call("GetTask", { id, historyLength })).body.result.history;
    expect(await history(0)).toBeUndefined();
    const all = await history();
    expect(all).toHaveLength(3);
    expect(await history(1)).toEqual(all.slice(-1));
    expect((await send("task:done", { taskId: id }, { historyLength: 0 })).task.history).toBeUndefined();
    expect((await call("GetTask", { id, historyLength: -1 })).body.error.code).toBe(-32602);
  });

  it("refuses what a finished task does not take (A2A §3.1.1, §3.1.5, §3.1.6)", async () => {
    const { send, call } = await start();
    const { id } = (await send("task:work;done")).task;
    expect((await send("task:done", { taskId: id })).code).toBe(-32004);
    expect((await call("SubscribeToTask", { id })).body.error.code).toBe(-32004);
    expect((await call("CancelTask", { id })).body.error.code).toBe(-32002);
  });

  it("fails a task whose agent throws, and tells only onError why", async () => {
    const { send, errors } = await start();
    for (const text of ["throw", "task:work;throw"]) {
      const { task } = await send(text);
      expect(task.status).toMatchObject({
        state: "TASK_STATE_FAILED",
        message: { parts: [{ text: "The agent failed." }] },
      });
    }
    expect(errors.map(String)).toEqual(["Error: secret of the agent", "Error: secret of the agent"]);
  });

  it("echoes every id, and refuses batches and envelopes that are none (JSON-RPC 2.0)", async () => {
    const { call, post } = await start();
    for (const id of [0, "", "x", null]) expect((await call("ListTasks", {}, { id })).body.id).toBe(id);
    expect((await post("[]")).body.error.code).toBe(-32600);
    expect((await post("{")).body.error.code).toBe(-32700);
    expect((await post('{"jsonrpc":"2.0","id":7,"method":"message/send"}')).body).toMatchObject({
      id: 7,
      error: { code: -32601 },
    });
  });
});
