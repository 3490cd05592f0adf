import type { Agent } from "@a2akit/server";
import { describe, expect, onTestFinished, test } from "vitest";
import { openScript } from "./frames.ts";
import { call, getTask, script, send } from "./peer.ts";
import { stateOf, texts, words } from "./tasks.ts";
import { openWorld } from "./world.ts";

/** What an agent written without types may do. */
const untyped = (agent: (context: Parameters<Agent>[0]) => unknown): Agent => agent as Agent;
const yields = (...events: unknown[]): Agent =>
  untyped(async function* () {
    yield* events;
  });

const circular: Record<string, unknown> = {};
circular.self = circular;
const trap = {
  get status() {
    throw new Error("SECRET");
  },
};
const artifact = (members: object) => ({ artifact: { artifactId: "a", parts: [{ text: "x" }], ...members } });

/** Each of these is a broken agent; its caller gets a FAILED task, and the operator the reason. */
const broken: readonly (readonly [string, Agent])[] = [
  [
    "throws at once",
    untyped(() => {
      throw new Error("SECRET");
    }),
  ],
  ["rejects", untyped(() => Promise.reject(new Error("SECRET")))],
  [
    "throws null",
    untyped(() => {
      throw null;
    }),
  ],
  ["rejects with undefined", untyped(() => Promise.reject(undefined))],
  [
    "throws a text",
    untyped(() => {
      throw "SECRET";
    }),
  ],
  [
    "throws what cannot be printed",
    untyped(() => {
      throw Object.create(null);
    }),
  ],
  ["returns nothing", untyped(() => undefined)],
  ["returns null", untyped(async () => null)],
  ["returns a number", untyped(async () => 7)],
  ["returns an empty object", untyped(async () => ({}))],
  ["returns no parts", untyped(async () => [])],
  ["returns a message without parts", untyped(async () => ({ parts: [] }))],
  ["returns a part with two contents", untyped(async () => ({ text: "x", url: "y" }))],
  ["returns a function", untyped(async () => () => "x")],
  ["returns what cannot be JSON", untyped(async () => ({ data: circular }))],
  ["returns a bigint in data", untyped(async () => ({ data: 1n }))],
  ["yields null", yields(null)],
  ["yields a number", yields(7)],
  ["yields an empty object", yields({})],
  ["yields two kinds of event in one", yields({ ...artifact({}), status: { state: "TASK_STATE_WORKING" } })],
  ["yields an unknown state", yields({ status: { state: "TASK_STATE_RUNNING" } })],
  ["yields a status without a state", yields({ status: {} })],
  ["yields an artifact without parts", yields(artifact({ parts: [] }))],
  ["yields an artifact without an id", yields(artifact({ artifactId: undefined }))],
  ["yields a part without content", yields(artifact({ parts: [{}] }))],
  ["yields a circle", yields(artifact({ metadata: circular }))],
  ["yields a bigint", yields(artifact({ metadata: { n: 1n } }))],
  ["yields a trap", yields(trap)],
  ["yields a symbol", yields(Symbol("SECRET"))],
  [
    "yields, then throws",
    untyped(async function* () {
      yield artifact({});
      throw new Error("SECRET");
    }),
  ],
];

describe("an agent that", () => {
  test.each(broken)("%s leaves a FAILED task and a server that goes on", async (_, agent) => {
    const ok: Agent = (context) => (context.text === "ping" ? Promise.resolve("pong") : agent(context));
    const world = await openWorld({ agent: ok });
    onTestFinished(() => world.close());
    const { task } = await send(world.peer, "go");
    expect(task?.status.state).toBe("TASK_STATE_FAILED");
    expect(texts(task?.status.message?.parts)[0]).toBeTruthy();
    expect(JSON.stringify(task?.status)).not.toMatch(/SECRET|TypeError/);
    expect(world.reports.length).toBeGreaterThan(0);

    const frames = await (await openScript(world.peer, "go")).rest();
    expect(words(frames)[0]).toBe("task");
    expect(stateOf(frames.at(-1)?.event)).toBe("TASK_STATE_FAILED");
    expect(JSON.stringify(frames)).not.toMatch(/SECRET|TypeError/);
    expect((await send(world.peer, "ping")).message?.parts).toEqual([{ text: "pong" }]);
  });

  test("uses one event object again and again, and changes it afterwards, has each as it was when yielded", async () => {
    const agent: Agent = async function* () {
      const part = { text: "" };
      const event = { artifact: { artifactId: "a", parts: [part] }, append: false };
      for (let index = 0; index < 5; index++) {
        part.text = String(index);
        event.append = index > 0;
        yield event;
      }
      part.text = "changed later";
    };
    const world = await openWorld({ agent });
    onTestFinished(() => world.close());
    const frames = await (await openScript(world.peer, "go")).rest();
    const chunks = frames.flatMap(({ event }) => texts(event.artifactUpdate?.artifact.parts));
    expect(chunks).toEqual(["0", "1", "2", "3", "4"]);
  });

  test("names other tasks and contexts in its events writes to its own", async () => {
    const foreign = { taskId: "another", contextId: "another" };
    const world = await openWorld({
      agent: yields({ statusUpdate: { ...foreign, status: { state: "TASK_STATE_COMPLETED" } } }),
    });
    onTestFinished(() => world.close());
    const { task } = await send(world.peer, "go");
    expect(task?.id).not.toBe("another");
    expect(JSON.stringify(await getTask(world.peer, task?.id ?? ""))).not.toContain("another");
  });

  test("hangs is canceled", async () => {
    const agent: Agent = async function* ({ working }) {
      yield working();
      await new Promise(() => {});
    };
    const world = await openWorld({ agent, settings: { timing: { cancelGrace: 10, closeGrace: 0 } } });
    onTestFinished(() => world.close());
    const { task } = await send(world.peer, "go", { configuration: { returnImmediately: true } });
    const { envelope } = await call(world.peer, "CancelTask", { id: task?.id });
    expect(envelope.result).toMatchObject({ status: { state: "TASK_STATE_CANCELED" } });
  });

  test("hangs in its clean-up does not keep the task from its end", async () => {
    const agent: Agent = async function* ({ completed }) {
      try {
        yield completed("done");
      } finally {
        await new Promise(() => {});
      }
    };
    const world = await openWorld({ agent, settings: { timing: { closeGrace: 0 } } });
    onTestFinished(() => world.close());
    const { task } = await send(world.peer, "go");
    expect(task?.status.state).toBe("TASK_STATE_COMPLETED");
    expect(
      (await call(world.peer, "SendMessage", script("again", { taskId: task?.id ?? "" }))).envelope.error?.code,
    ).toBe(-32004);
  });

  test("never stops yielding is stopped by the limit of its task", async () => {
    const agent: Agent = async function* () {
      for (;;) yield { artifact: { artifactId: crypto.randomUUID(), parts: [{ text: "x".repeat(1_000) }] } };
    };
    const world = await openWorld({ agent, settings: { limits: { taskBytes: 100_000 }, timing: { closeGrace: 0 } } });
    onTestFinished(() => world.close());
    expect((await send(world.peer, "go")).task?.status.state).toBe("TASK_STATE_FAILED");
  });
});
