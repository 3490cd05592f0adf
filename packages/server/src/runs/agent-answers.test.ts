import { setTimeout } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { type Agent, AgentAbort, type AgentContext } from "../agent.ts";
import { ANONYMOUS } from "../call-context.ts";
import { collect, gate, messageOf, type TestOptions } from "../testing/harness.ts";
import { startEach } from "../testing/start-each.ts";

const startWith = startEach("fetch");
const start = (agent: Agent, options: Partial<TestOptions> = {}) => startWith({ ...options, agent });

const aborted = (signal: AbortSignal): Promise<unknown> =>
  new Promise((resolve) => signal.addEventListener("abort", resolve));

describe("what an agent answers", () => {
  it.each<[string, Agent, object]>([
    ["a string", async () => "hi", { message: { parts: [{ text: "hi" }] } }],
    ["a part", async () => ({ data: null }), { message: { parts: [{ data: null }] } }],
    [
      "parts",
      async () => [{ text: "a" }, { url: "https://example.com/" }],
      { message: { parts: [{ text: "a" }, {}] } },
    ],
    ["no promise", () => "hi", { message: { parts: [{ text: "hi" }] } }],
    [
      "a Message",
      async () => ({ messageId: "m", role: "ROLE_AGENT", parts: [{ text: "a" }] }),
      { message: { messageId: "m" } },
    ],
    [
      "a Task",
      async () => ({
        status: { state: "TASK_STATE_COMPLETED" },
        artifacts: [{ artifactId: "a", parts: [{ text: "x" }] }],
        metadata: { k: 1 },
      }),
      { task: { status: { state: "TASK_STATE_COMPLETED" }, artifacts: [{ artifactId: "a" }], metadata: { k: 1 } } },
    ],
    [
      "a promise of an iterable",
      async ({ working, completed }) =>
        (async function* () {
          yield working();
          yield completed("done");
        })(),
      { task: { status: { state: "TASK_STATE_COMPLETED", message: { parts: [{ text: "done" }] } } } },
    ],
  ])("%s", async (_, agent, want) => {
    expect(await (await start(agent)).send("go")).toMatchObject(want);
  });

  it("yielded strings are chunks of one artifact per run, and appends never merge parts", async () => {
    const { send } = await start(async function* ({ inputRequired, text }) {
      yield "a";
      yield "b";
      if (text === "1") yield inputRequired("more?");
    });
    const { task } = await send("1");
    expect(task.artifacts).toMatchObject([{ parts: [{ text: "a" }, { text: "b" }] }]);
    const { artifacts, status } = (await send("2", { taskId: task.id })).task;
    expect(artifacts).toHaveLength(2);
    expect(artifacts[1].parts).toHaveLength(2);
    expect(status.state).toBe("TASK_STATE_COMPLETED");
  });

  it("may use its event objects again", async () => {
    const { stream } = await start(async function* () {
      const event = { artifact: { artifactId: "a", parts: [{ text: "1" }] }, metadata: { n: [1] } };
      yield event;
      event.artifact.parts = [{ text: "2" }];
      event.metadata.n.push(2);
      yield { ...event, append: true };
    });
    const frames = await collect(await stream("SendStreamingMessage", messageOf("go")));
    const updates = frames.flatMap(({ result }) => (result.artifactUpdate ? [result.artifactUpdate] : []));
    expect(updates.map(({ artifact, metadata }) => [artifact.parts[0]?.text, metadata])).toEqual([
      ["1", { n: [1] }],
      ["2", { n: [1, 2] }],
    ]);
  });

  it.each<[string, unknown]>([
    ["no event", 42],
    ["an unknown object", { foo: 1 }],
    ["an unknown state", { status: { state: "completed" } }],
    ["an artifact without parts", { artifact: { artifactId: "a", parts: [] } }],
    ["a part with two contents", { artifact: { artifactId: "a", parts: [{ text: "a", url: "b" }] } }],
    [
      "two events in one",
      { artifact: { artifactId: "a", parts: [{ text: "a" }] }, status: { state: "TASK_STATE_WORKING" } },
    ],
    ["metadata that is not JSON", { artifact: { artifactId: "a", parts: [{ text: "a" }] }, metadata: { n: 1n } }],
  ])("a yield of %s fails the task, and onError hears why", async (_, event) => {
    const { send, errors } = await start(async function* () {
      yield event as string;
    });
    expect((await send("go")).task.status.state).toBe("TASK_STATE_FAILED");
    expect(errors).toHaveLength(1);
  });

  it("a direct answer that is not JSON, and one that is nothing, fail a task too", async () => {
    for (const answer of [{ data: 1n }, undefined, {}, []]) {
      const { send, errors, close } = await start(async () => answer as string);
      expect((await send("go")).task.status.state).toBe("TASK_STATE_FAILED");
      expect(errors).toHaveLength(1);
      await close();
    }
  });

  it("an agent that rejects with nothing is reported", async () => {
    const { send, errors } = await start(() => Promise.reject(undefined));
    expect((await send("go")).task.status.state).toBe("TASK_STATE_FAILED");
    expect(errors).toHaveLength(1);
  });

  it.each<[string, (signal: AbortSignal) => Promise<unknown>]>([
    ["the reason of its signal", (signal) => aborted(signal).then(() => Promise.reject(signal.reason))],
    ["an AbortError of Node", (signal) => setTimeout(60_000, undefined, { signal })],
    [
      "an error about the reason",
      (signal) => aborted(signal).then(() => Promise.reject(new Error("gone", { cause: signal.reason }))),
    ],
  ])("a canceled agent that lets go by %s is no error", async (_, wait) => {
    const waiting = gate();
    const { send, call, errors } = await start(async function* ({ working, signal }) {
      yield working();
      waiting.open();
      await wait(signal);
    });
    const { task } = await send("go", {}, { returnImmediately: true });
    await waiting.opened;
    expect((await call("CancelTask", { id: task.id })).body.result.status.state).toBe("TASK_STATE_CANCELED");
    expect(errors).toEqual([]);
  });

  it("an agent that fails while it is canceled is reported, and so is an AbortError of its own", async () => {
    const waiting = gate();
    const { send, call, errors } = await start(async function* ({ text, working, signal }) {
      yield working();
      if (text === "alone") throw new DOMException("own timeout", "AbortError");
      waiting.open();
      await aborted(signal);
      throw new TypeError("bug");
    });
    const { task } = await send("go", {}, { returnImmediately: true });
    await waiting.opened;
    await call("CancelTask", { id: task.id });
    await send("alone");
    expect(errors.map(String)).toEqual(["TypeError: bug", "AbortError: own timeout"]);
  });

  it("an iterable that cannot be read fails the task at once", async () => {
    const broken = {
      [Symbol.asyncIterator]() {
        throw new Error("secret");
      },
    };
    const { send, errors } = await start(() => broken, { timing: { lease: 600_000 } });
    expect((await send("go")).task.status.state).toBe("TASK_STATE_FAILED");
    expect(errors.map(String)).toEqual(["Error: secret"]);
  });

  it("what comes after a terminal event is not stored and goes to onError", async () => {
    const left = gate();
    const { send, call, errors } = await start(async function* ({ completed, working }) {
      try {
        yield completed();
        yield working("late");
      } finally {
        left.open();
      }
    });
    const { task } = await send("go");
    await left.opened;
    expect((await call("GetTask", { id: task.id })).body.result).toEqual(task);
    expect(errors.map(String)).toEqual([expect.stringContaining("after its task had ended")]);
  });

  it("aborts the signal of a caller that leaves before there is a task, and stores nothing", async () => {
    const called = gate();
    const aborted = gate();
    const { call } = await start(async ({ signal }) => {
      called.open();
      await new Promise((resolve) => signal.addEventListener("abort", resolve));
      if (signal.reason instanceof AgentAbort && signal.reason.cause === "disconnected") aborted.open();
      return { status: { state: "TASK_STATE_COMPLETED" } };
    });
    const leaving = new AbortController();
    const answer = call("SendMessage", messageOf("go"), { signal: leaving.signal });
    await called.opened;
    leaving.abort();
    await aborted.opened;
    await answer;
    expect((await call("ListTasks")).body.result.totalSize).toBe(0);
  });

  it("aborts the signal for a caller that has left before the agent is called", async () => {
    const { handler, errors } = await start(async ({ signal }) => aborted(signal).then(() => "nobody hears this"));
    const { kind, ...answer } = await handler.dispatch({
      body: { jsonrpc: "2.0", id: 1, method: "SendMessage", params: messageOf("go") },
      header: (name) => (name === "a2a-version" ? "1.0" : undefined),
      query: new URLSearchParams(),
      caller: ANONYMOUS,
      signal: () => AbortSignal.abort(),
    });
    expect([kind, answer]).toMatchObject(["json", { body: { error: { code: -32603 } } }]);
    expect(errors).toEqual([]);
  });

  it("tells the agent of its call", async () => {
    let seen: AgentContext | undefined;
    const { call } = await start(async (context) => {
      seen = context;
      return "ok";
    });
    await call("SendMessage", {
      message: {
        messageId: "m",
        role: "ROLE_USER",
        parts: [{ text: "a" }, { data: 1 }, { text: "b" }],
        contextId: "c",
      },
      metadata: { k: 1 },
      configuration: { acceptedOutputModes: ["text/plain"] },
    });
    expect(seen).toMatchObject({
      text: "a\nb",
      contextId: "c",
      metadata: { k: 1 },
      acceptedOutputModes: ["text/plain"],
      attempt: 1,
    });
    expect(seen?.task).toBeUndefined();
  });
});
