import { isTerminal } from "@a2akit/protocol";
import type { TaskState } from "@a2akit/types";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import type { Agent, AgentContext } from "../agent.ts";
import { createA2AHandler } from "../handler.ts";
import { type LogEntry, statusOf } from "../log-entry.ts";
import { createMemoryTaskStore } from "../stores/memory/memory.ts";
import { createSqliteTaskStore } from "../stores/sqlite/sqlite.ts";
import type { Scope, Stored, TaskStore } from "../task-store.ts";
import { CARD, gate, messageOf } from "../testing/harness.ts";
import { temporaryFiles } from "../testing/temporary-files.ts";
import type { LostRuns } from "./run-log.ts";

const SCOPE: Scope = { tenant: "", owner: "" };
const newFile = temporaryFiles();

/** Puts a task into the store whose run, last heard of in `state`, is never heard of again. */
async function orphan(
  store: TaskStore,
  id = "t",
  { state = "TASK_STATE_WORKING", more = [] }: { state?: TaskState; more?: readonly LogEntry[] } = {},
): Promise<void> {
  const ids = { taskId: id, contextId: "c" };
  const { run } = await store.create(
    SCOPE,
    [
      { type: "task", task: { id, contextId: "c", status: { state: "TASK_STATE_SUBMITTED" } } },
      { type: "message", message: { ...messageOf("first").message, ...ids } },
    ],
    { lease: -1 },
  );
  await store.append(run, [{ type: "status", event: { ...ids, status: { state } } }, ...more]);
}

/** The string that such a run yielded first. */
const yielded = (text: string): LogEntry => ({
  type: "artifact",
  event: { taskId: "t", contextId: "c", artifact: { artifactId: "text-2", parts: [{ text }] } },
});

interface Setting {
  readonly lostRuns?: LostRuns;
  readonly lease?: number;
  readonly runningTasks?: number;
  readonly runAttempts?: number;
}

/** A handler that gets no requests at all. */
function start(store: TaskStore, agent: Agent, setting: Setting = {}) {
  const { lostRuns = "fail", lease = 60_000, runningTasks = 10, runAttempts = 5 } = setting;
  const errors: unknown[] = [];
  const handler = createA2AHandler({
    agent,
    card: CARD,
    store,
    lostRuns,
    timing: { lease, closeGrace: 0 },
    limits: { runningTasks, runAttempts },
    onError: (error) => errors.push(error),
  });
  onTestFinished(() => handler.close());
  handler.start();
  return { handler, errors };
}

/** The log of a task, up to its end. */
async function logOf(store: TaskStore, id = "t"): Promise<Stored[]> {
  const log: Stored[] = [];
  for await (const stored of store.entries(SCOPE, id, 0, new AbortController().signal)) {
    log.push(stored);
    const state = statusOf(stored.entry)?.state;
    if (state !== undefined && isTerminal(state)) break;
  }
  return log;
}
const states = (log: readonly Stored[]) => log.map(({ entry }) => statusOf(entry)?.state.replace("TASK_STATE_", ""));

/** Remembers every call; a first message ends in INPUT_REQUIRED, a second one completes the task. */
function recorder() {
  const calls: AgentContext[] = [];
  const agent: Agent = async function* (context) {
    calls.push(context);
    yield context.text === "second" ? context.completed() : context.inputRequired("more?");
  };
  return { calls, agent };
}

describe.each([
  ["memory", () => createMemoryTaskStore()],
  ["SQLite", () => createSqliteTaskStore({ file: newFile() })],
] as const)("runs whose process died (%s)", (_, open) => {
  const openStore = (): TaskStore => {
    const store = open();
    onTestFinished(() => store.close());
    return store;
  };
  async function orphanWithFollowUp(): Promise<TaskStore> {
    const store = openStore();
    await orphan(store);
    const message = { ...messageOf("second").message, taskId: "t", contextId: "c" };
    expect(await store.enqueue(SCOPE, "t", message, { lease: 60_000 })).toEqual({ number: 4 });
    return store;
  }

  it("fail with a reason by default, and what waited ends with them", async () => {
    const store = await orphanWithFollowUp();
    const { calls, agent } = recorder();
    expect(start(store, agent).errors).toEqual([]);
    const log = await logOf(store);
    expect(states(log)).toEqual(["SUBMITTED", undefined, "WORKING", undefined, "FAILED"]);
    expect((await store.load(SCOPE, "t"))?.task.status.message?.parts[0]?.text).toMatch(/process .* died/);
    expect(calls).toEqual([]);
    expect(await store.enqueue(SCOPE, "t", messageOf("x").message, { lease: 1 })).toBe("terminal");
  });

  it("restart with the same message, then the one that waited has its turn", async () => {
    const store = await orphanWithFollowUp();
    const { calls, agent } = recorder();
    start(store, agent, { lostRuns: "restart" });
    const log = await logOf(store);
    expect(states(log)).toEqual(["SUBMITTED", undefined, "WORKING", undefined, "INPUT_REQUIRED", "COMPLETED"]);
    expect(log.map(({ input }) => input)).toEqual([2, 2, 2, 4, 2, 4]);
    expect(calls.map(({ text, attempt, log }) => [text, attempt, log.length])).toEqual([
      ["first", 2, 0],
      ["second", 1, 0],
    ]);
  });

  it.each(["restart", "resume"] as const)("are given up when they died too often (%s)", async (lostRuns) => {
    const store = openStore();
    await orphan(store);
    for (let attempt = 2; attempt <= 3; attempt += 1)
      expect(await store.claimExpired({ lease: -1, limit: 1 })).toMatchObject([{ attempt }]);
    const { calls, agent } = recorder();
    start(store, agent, { lostRuns, runAttempts: 3 });
    expect(states(await logOf(store)).at(-1)).toBe("FAILED");
    expect((await store.load(SCOPE, "t"))?.task.status.message?.parts[0]?.text).toMatch(/interrupted 3 times/);
    expect(calls).toEqual([]);
  });

  it("are not given up for having been handed over, however often", async () => {
    const store = openStore();
    await orphan(store);
    const attempts: number[] = [];
    let began = gate();
    const agent: Agent = async function* ({ attempt, signal, working, completed }) {
      attempts.push(attempt);
      yield working();
      began.open();
      if (attempt < 5) await new Promise((resolve) => signal.addEventListener("abort", resolve));
      else yield completed();
    };
    for (let process = 1; process <= 4; process += 1) {
      began = gate();
      const { handler, errors } = start(store, agent, { lostRuns: "restart", runAttempts: 2 });
      await began.opened;
      if (process < 4) await handler.close();
      expect(errors).toEqual([]);
    }
    expect(states(await logOf(store)).at(-1)).toBe("COMPLETED");
    expect(attempts).toEqual([2, 3, 4, 5]);
  });

  it("have their last attempt", async () => {
    const store = openStore();
    await orphan(store);
    expect(await store.claimExpired({ lease: -1, limit: 1 })).toMatchObject([{ attempt: 2 }]);
    const attempts: number[] = [];
    const agent: Agent = async function* ({ attempt, completed }) {
      attempts.push(attempt);
      yield completed();
    };
    start(store, agent, { lostRuns: "restart", runAttempts: 3 });
    expect(states(await logOf(store)).at(-1)).toBe("COMPLETED");
    expect(attempts).toEqual([3]);
  });

  it("resume with the log so far", async () => {
    const store = await orphanWithFollowUp();
    const { calls, agent } = recorder();
    start(store, agent, { lostRuns: "resume" });
    await logOf(store);
    expect(calls.map(({ text, attempt }) => [text, attempt])).toEqual([
      ["first", 2],
      ["second", 1],
    ]);
    expect(calls[0]?.log.map(({ entry }) => entry.type)).toEqual(["task", "message", "status", "message"]);
  });

  it.each([
    ["resume", "one two "],
    ["restart", "two "],
  ] as const)("after %s, strings make the text %j where the process died after the first", async (lostRuns, text) => {
    const store = openStore();
    await orphan(store, "t", { more: [yielded("one ")] });
    const agent: Agent = async function* () {
      yield "two ";
    };
    start(store, agent, { lostRuns });
    await logOf(store);
    const parts = (await store.load(SCOPE, "t"))?.task.artifacts?.flatMap((artifact) => artifact.parts) ?? [];
    expect(parts.map((part) => part.text).join("")).toBe(text);
  });

  it.each(["INPUT_REQUIRED", "AUTH_REQUIRED"] as const)("leave no task at %s", async (state) => {
    const store = openStore();
    await orphan(store, "t", { state: `TASK_STATE_${state}` });
    start(store, recorder().agent);
    expect(states(await logOf(store)).at(-1)).toBe("FAILED");
  });

  it("are found at once, however many they are", async () => {
    const store = openStore();
    const ids = Array.from({ length: 230 }, (_, index) => `${index}`);
    await Promise.all(ids.map((id) => orphan(store, id)));
    start(store, recorder().agent);
    const logs = await Promise.all(ids.map((id) => logOf(store, id)));
    expect(new Set(logs.map((log) => states(log).at(-1)))).toEqual(new Set(["FAILED"]));
  });

  it("start again only as there is room", async () => {
    const store = openStore();
    const ids = Array.from({ length: 5 }, (_, index) => `${index}`);
    for (const id of ids) await orphan(store, id);
    let running = 0;
    let most = 0;
    const agent: Agent = async function* ({ completed }) {
      running += 1;
      most = Math.max(most, running);
      await new Promise(setImmediate);
      running -= 1;
      yield completed();
    };
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    onTestFinished(() => void vi.useRealTimers());
    start(store, agent, { lostRuns: "restart", lease: 60_000, runningTasks: 2 });
    let left = ids.length;
    for (const id of ids) void logOf(store, id).finally(() => left--);
    while (left > 0) {
      vi.advanceTimersByTime(60_000);
      await new Promise(setImmediate);
    }
    expect(most).toBe(2);
  });

  it("are each recovered by themselves: one that cannot be does not hold up the others", async () => {
    const store = openStore();
    for (const id of ["1", "2", "3"]) await orphan(store, id);
    const broken = gate();
    const load: TaskStore["load"] = async (scope, id, upTo) => {
      if (id !== "1") return store.load(scope, id, upTo);
      broken.open();
      throw new Error("unreadable");
    };
    const { errors } = start({ ...store, load }, recorder().agent);
    for (const id of ["2", "3"]) expect(states(await logOf(store, id)).at(-1)).toBe("FAILED");
    await broken.opened;
    expect(errors.map(String)).toEqual(["Error: unreadable"]);
  });
});
