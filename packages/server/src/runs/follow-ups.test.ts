import { describe, expect, it } from "vitest";
import type { Agent, AgentContext } from "../agent.ts";
import { createMemoryTaskStore } from "../stores/memory/memory.ts";
import { brief, collect, gate, messageOf, type TestOptions } from "../testing/harness.ts";
import { scripted } from "../testing/scripted-steps.ts";
import { startEach } from "../testing/start-each.ts";

const startWith = startEach("fetch");
const start = (agent: Agent, options: Partial<TestOptions> = {}) => startWith({ ...options, agent });

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
    const { call, send, stream } = await start(scripted, { store: createMemoryTaskStore({ queuedMessages: 1 }) });
    const own = await stream("SendStreamingMessage", messageOf("task:work;wait"));
    const taskId = (await own.next()).value.result.task.id;
    await send("task:done", { taskId }, { returnImmediately: true });
    expect((await send("task:done", { taskId })).data[0].reason).toBe("RESOURCE_EXHAUSTED");
    await call("CancelTask", { id: taskId });
  });
});
