import { setTimeout } from "node:timers/promises";
import { afterEach, describe, expect, it } from "vitest";
import type { Agent, AgentContext } from "../agent.ts";
import { AgentAbort } from "../agent.ts";
import { ANONYMOUS } from "../call-context.ts";
import { createMemoryTaskStore } from "../stores/memory/memory.ts";
import { brief, collect, gate, messageOf, startServer, type TestOptions, type TestServer } from "../testing/harness.ts";
import { scripted } from "../testing/scripted-steps.ts";

let server: TestServer;
const start = async (agent: Agent, options: Partial<TestOptions> = {}): Promise<TestServer> => {
  server = await startServer("fetch", { agent, ...options });
  return server;
};
afterEach(() => server.close());

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

  it("an agent whose store fails is stopped at its next event", async () => {
    const left = gate();
    const failing = async (): Promise<never> => {
      throw new Error("no room");
    };
    const { send, errors } = await start(
      async function* () {
        try {
          for (;;) yield "more";
        } finally {
          left.open();
        }
      },
      { store: { ...createMemoryTaskStore(), append: failing } },
    );
    await send("go", {}, { returnImmediately: true });
    await left.opened;
    expect(errors.map(String)).toEqual(["Error: no room"]);
  });

  it("a store that throws where it should reject is reported", async () => {
    const beaten = gate();
    const heartbeat = (): never => {
      beaten.open();
      throw new Error("no pool");
    };
    const { send, errors } = await start(
      async function* () {
        yield "one";
        await beaten.opened;
      },
      { store: { ...createMemoryTaskStore(), heartbeat }, timing: { heartbeat: 1 } },
    );
    expect((await send("go")).task.status.state).toBe("TASK_STATE_COMPLETED");
    expect(String(errors[0])).toBe("Error: no pool");
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
    const { handler } = await start(async ({ signal }) => aborted(signal).then(() => "nobody hears this"));
    const { kind, ...answer } = await handler.dispatch({
      body: { jsonrpc: "2.0", id: 1, method: "SendMessage", params: messageOf("go") },
      header: (name) => (name === "a2a-version" ? "1.0" : undefined),
      query: new URLSearchParams(),
      caller: ANONYMOUS,
      signal: () => AbortSignal.abort(),
    });
    expect([kind, answer]).toMatchObject(["json", { body: { error: { code: -32603 } } }]);
    expect(server.errors).toEqual([]);
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

describe("follow-ups", () => {
  /** First run: works until the gate opens, then asks. Later runs: say their text and ask again, or end. */
  function conversation(go: { opened: Promise<void> }): Agent {
    return (context) => {
      if (context.text === "direct") return Promise.resolve("a direct answer");
      return (async function* ({ text, working, inputRequired, completed, artifact }: AgentContext) {
        yield working();
        if (text === "first") await go.opened;
        yield artifact({ artifactId: text, parts: text });
        yield text === "last" ? completed() : inputRequired("more?");
      })(context);
    };
  }

  it("wait for the run at work and start in order; each call answers with its own run", async () => {
    const go = gate();
    const { send, stream } = await start(conversation(go));
    const own = await stream("SendStreamingMessage", messageOf("first"));
    const taskId = (await own.next()).value.result.task.id;
    const second = send("second", { taskId });
    const streamed = stream("SendStreamingMessage", messageOf("third", { taskId }));
    const pending = await send("fourth", { taskId }, { returnImmediately: true });
    expect(pending.task.history.at(-1).parts[0].text).toBe("fourth");
    go.open();
    expect((await collect(own)).map(brief).at(-1)).toBe("status INPUT_REQUIRED");
    expect((await second).task.artifacts.map(({ artifactId }: { artifactId: string }) => artifactId)).toEqual([
      "first",
      "second",
    ]);
    const frames = (await collect(await streamed)).map(brief);
    expect(frames[0]).toBe("task WORKING");
    expect(frames.slice(-3)).toEqual(["status WORKING", "artifact third", "status INPUT_REQUIRED"]);
  });

  it("are −32004 when the task ended before their turn, plain JSON for a stream too", async () => {
    const go = gate();
    const { send, call, stream } = await start(async function* ({ text, completed }) {
      await go.opened;
      yield completed(text);
    });
    const own = await stream("SendStreamingMessage", messageOf("first"));
    const taskId = (await own.next()).value.result.task.id;
    const unary = send("second", { taskId });
    const streamed = call("SendStreamingMessage", messageOf("third", { taskId }));
    await send("fourth", { taskId }, { returnImmediately: true });
    go.open();
    expect((await unary).code).toBe(-32004);
    expect((await streamed).body.error.code).toBe(-32004);
  });

  it("may be answered directly: the Message goes to the caller and into the log, the state stays", async () => {
    const go = gate();
    go.open();
    const { send, call } = await start(conversation(go));
    const taskId = (await send("first")).task.id;
    const { message } = await send("direct", { taskId });
    expect(message).toMatchObject({ taskId, parts: [{ text: "a direct answer" }] });
    const { history, status } = (await call("GetTask", { id: taskId })).body.result;
    expect(history.at(-1)).toEqual(message);
    expect(status.state).toBe("TASK_STATE_INPUT_REQUIRED");
  });

  it("are not disturbed by a heartbeat of the run before them that is answered late", async () => {
    const store = createMemoryTaskStore();
    const beaten = gate();
    const began = gate();
    const told = gate();
    const heartbeat: typeof store.heartbeat = async (run, lease) => {
      const answer = store.heartbeat(run, lease);
      if (run.input !== 2) return answer;
      beaten.open();
      await began.opened;
      setImmediate(told.open);
      return "lost";
    };
    const agent: Agent = async function* ({ text, signal, inputRequired, completed }) {
      if (text === "first") {
        await beaten.opened;
        yield inputRequired("more?");
        return;
      }
      began.open();
      await told.opened;
      yield completed(`aborted: ${signal.aborted}`);
    };
    const { send, stream } = await start(agent, { store: { ...store, heartbeat }, timing: { heartbeat: 1 } });
    const own = await stream("SendStreamingMessage", messageOf("first"));
    const taskId = (await own.next()).value.result.task.id;
    const { task } = await send("second", { taskId });
    expect(task.status.message.parts).toEqual([{ text: "aborted: false" }]);
  });

  it("are 429 when too many wait", async () => {
    const { send, stream } = await start(scripted, { store: createMemoryTaskStore({ queuedMessages: 1 }) });
    const own = await stream("SendStreamingMessage", messageOf("task:work;wait"));
    const taskId = (await own.next()).value.result.task.id;
    await send("task:done", { taskId }, { returnImmediately: true });
    expect((await send("task:done", { taskId })).data[0].reason).toBe("RESOURCE_EXHAUSTED");
    await server.call("CancelTask", { id: taskId });
  });
});

describe("CancelTask", () => {
  const running = async (agent: Agent, options: Partial<TestOptions> = {}): Promise<string> => {
    const { stream } = await start(agent, options);
    const frames = await stream("SendStreamingMessage", messageOf("task:work;wait"));
    await frames.next();
    const { value } = await frames.next();
    return value.result.statusUpdate.taskId;
  };
  const stateOf = async (id: string) => (await server.call("GetTask", { id })).body.result.status.state;

  it("waits for the agent to end its task by itself", async () => {
    const id = await running(scripted);
    const [first, second] = await Promise.all([server.call("CancelTask", { id }), server.call("CancelTask", { id })]);
    expect(first.body.result.status.state).toBe("TASK_STATE_CANCELED");
    expect(second.body.result).toEqual(first.body.result);
    expect((await server.call("CancelTask", { id })).body.error.code).toBe(-32002);
  });

  it.each<[string, (signal: AbortSignal) => Promise<void>]>([
    ["returns", (signal) => new Promise((resolve) => signal.addEventListener("abort", () => resolve()))],
    [
      "throws the reason",
      (signal) => new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason))),
    ],
  ])("is CANCELED when the agent just %s", async (_, wait) => {
    const id = await running(async function* ({ working, signal }) {
      yield working();
      await wait(signal);
    });
    expect((await server.call("CancelTask", { id })).body.result.status.state).toBe("TASK_STATE_CANCELED");
    expect(server.errors).toEqual([]);
  });

  it("is −32002 when the agent ended otherwise meanwhile", async () => {
    const id = await running(async function* ({ working, completed, signal }) {
      yield working();
      await new Promise((resolve) => signal.addEventListener("abort", resolve));
      yield completed();
    });
    expect((await server.call("CancelTask", { id })).body.error.code).toBe(-32002);
    expect(await stateOf(id)).toBe("TASK_STATE_COMPLETED");
  });

  it("takes the task from an agent that ignores it; what the agent yields later is not stored", async () => {
    const go = gate();
    const left = gate();
    const agent: Agent = async function* ({ working, completed }) {
      try {
        yield working();
        await go.opened;
        yield completed("too late");
      } finally {
        left.open();
      }
    };
    const id = await running(agent, { timing: { cancelGrace: 1 } });
    expect((await server.call("CancelTask", { id })).body.result.status.state).toBe("TASK_STATE_CANCELED");
    go.open();
    await left.opened;
    expect(await stateOf(id)).toBe("TASK_STATE_CANCELED");
  });

  /** Asks back once, and never replies to what follows. */
  function mute() {
    const called = gate();
    const agent: Agent = ({ text, inputRequired }) => {
      const ask = async function* () {
        yield inputRequired("more?");
      };
      if (text === "first") return ask();
      called.open();
      return new Promise(() => {});
    };
    return { called: called.opened, agent };
  }

  it("ends the stream of a follow-up whose agent never replies", async () => {
    const { called, agent } = mute();
    const { send, call, stream } = await start(agent, { timing: { cancelGrace: 1 } });
    const { id } = (await send("first")).task;
    const frames = stream("SendStreamingMessage", messageOf("second", { taskId: id }));
    await called;
    expect((await call("CancelTask", { id })).body.result.status.state).toBe("TASK_STATE_CANCELED");
    expect((await collect(await frames)).map(brief)).toEqual(["task INPUT_REQUIRED", "status CANCELED"]);
  });

  it("is not needed for the place of a stream whose caller left before the agent replied", async () => {
    const { called, agent } = mute();
    const { send, call } = await start(agent, { timing: { cancelGrace: 1 }, limits: { streamsPerCaller: 1 } });
    const { id } = (await send("first")).task;
    const leaving = new AbortController();
    const { signal } = leaving;
    const left = call("SendStreamingMessage", messageOf("second", { taskId: id }), { signal });
    await called;
    leaving.abort();
    await left;
    expect((await call("SubscribeToTask", { id: "nobody's" })).body.error.code).toBe(-32001);
  });

  it("waits for another process that cancels the same task at the same time", async () => {
    const store = createMemoryTaskStore();
    let raced = false;
    const append: typeof store.append = async (run, entries) => {
      if (raced || run.input !== 2 || !JSON.stringify(entries).includes("CANCELED")) return store.append(run, entries);
      raced = true;
      const rival = await store.seize(run.scope, run.taskId, { lease: 60_000 });
      setImmediate(() => typeof rival === "object" && store.append(rival, entries));
      return store.append(run, entries);
    };
    const { send, call } = await start(scripted, { store: { ...store, append } });
    const { id } = (await send("task:input:q")).task;
    expect((await call("CancelTask", { id })).body.result.status.state).toBe("TASK_STATE_CANCELED");
    expect(raced).toBe(true);
  });

  it("is immediate on an interrupted task", async () => {
    const { send, call } = await start(scripted, { timing: { cancelGrace: 60_000 } });
    const { id } = (await send("task:input:q")).task;
    expect((await call("CancelTask", { id })).body.result.status.state).toBe("TASK_STATE_CANCELED");
  });

  it("reaches a run in another handler on the same store by its heartbeat", async () => {
    const store = createMemoryTaskStore();
    const id = await running(scripted, { store, timing: { heartbeat: 5 } });
    const other = await startServer("fetch", { agent: scripted, store, timing: { cancelGrace: 60_000 } });
    expect((await other.call("CancelTask", { id })).body.result.status.state).toBe("TASK_STATE_CANCELED");
    await other.close();
  });
});
