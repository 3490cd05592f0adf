import { describe, expect, it } from "vitest";
import type { Agent } from "../agent.ts";
import { createMemoryTaskStore } from "../stores/memory/memory.ts";
import { brief, collect, gate, messageOf, startServer, type TestOptions, type TestServer } from "../testing/harness.ts";
import { scripted } from "../testing/scripted-steps.ts";
import { startEach } from "../testing/start-each.ts";

const startWith = startEach("fetch");
const start = (agent: Agent, options: Partial<TestOptions> = {}) => startWith({ ...options, agent });

describe("CancelTask", () => {
  /** A server whose agent is at work on a task. */
  const running = async (
    agent: Agent,
    options: Partial<TestOptions> = {},
  ): Promise<{ readonly server: TestServer; readonly id: string }> => {
    const server = await start(agent, options);
    const frames = await server.stream("SendStreamingMessage", messageOf("task:work;wait"));
    await frames.next();
    const { value } = await frames.next();
    return { server, id: value.result.statusUpdate.taskId };
  };
  const stateOf = async ({ call }: TestServer, id: string) => (await call("GetTask", { id })).body.result.status.state;

  it("waits for the agent to end its task by itself", async () => {
    const { server, id } = await running(scripted);
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
    const { server, id } = await running(async function* ({ working, signal }) {
      yield working();
      await wait(signal);
    });
    expect((await server.call("CancelTask", { id })).body.result.status.state).toBe("TASK_STATE_CANCELED");
    expect(server.errors).toEqual([]);
  });

  it("is −32002 when the agent ended otherwise meanwhile", async () => {
    const { server, id } = await running(async function* ({ working, completed, signal }) {
      yield working();
      await new Promise((resolve) => signal.addEventListener("abort", resolve));
      yield completed();
    });
    expect((await server.call("CancelTask", { id })).body.error.code).toBe(-32002);
    expect(await stateOf(server, id)).toBe("TASK_STATE_COMPLETED");
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
    const { server, id } = await running(agent, { timing: { cancelGrace: 1 } });
    expect((await server.call("CancelTask", { id })).body.result.status.state).toBe("TASK_STATE_CANCELED");
    go.open();
    await left.opened;
    expect(await stateOf(server, id)).toBe("TASK_STATE_CANCELED");
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
    const { id } = await running(scripted, { store, timing: { heartbeat: 5 } });
    const other = await startServer("fetch", { agent: scripted, store, timing: { cancelGrace: 60_000 } });
    expect((await other.call("CancelTask", { id })).body.result.status.state).toBe("TASK_STATE_CANCELED");
    await other.close();
  });
});
