import { describe, expect, it, onTestFinished } from "vitest";
import { createA2AHandler } from "../handler.ts";
import { createMemoryTaskStore } from "../stores/memory/memory.ts";
import { createSqliteTaskStore } from "../stores/sqlite/sqlite.ts";
import type { TaskStore } from "../task-store.ts";
import { CARD } from "../testing/harness.ts";
import { LEASE, message, opening, SCOPE } from "../testing/log-entries.ts";
import { temporaryFiles } from "../testing/temporary-files.ts";

const newFile = temporaryFiles();
/** Two hours before the tests. */
const LONG_AGO = new Date(Date.now() - 2 * 60 * 60 * 1_000).toISOString();

async function waitingIn(store: TaskStore, state: "TASK_STATE_INPUT_REQUIRED" | "TASK_STATE_AUTH_REQUIRED") {
  const { run } = await store.create(SCOPE, opening(), LEASE);
  const status = { state, timestamp: LONG_AGO };
  await store.append(run, [{ type: "status", event: { taskId: run.taskId, contextId: "c", status } }]);
  await store.release(run, LEASE);
  return run.taskId;
}

/** A message, and a direct answer to it: the task waits on. */
async function talk(store: TaskStore, taskId: string): Promise<void> {
  const queued = await store.enqueue(SCOPE, taskId, { ...message("m2"), taskId }, LEASE);
  if (typeof queued === "string" || queued.run === undefined) throw new Error(`${taskId} is not free`);
  await store.append(queued.run, [{ type: "message", message: { ...message("m3"), taskId, role: "ROLE_AGENT" } }]);
  await store.release(queued.run, LEASE);
}

function start(store: TaskStore, waitingTtl?: number) {
  const timing = { closeGrace: 0, ...(waitingTtl !== undefined && { waitingTtl }) };
  const handler = createA2AHandler({
    agent: async () => "asked again",
    card: CARD,
    store,
    lostRuns: "restart",
    timing,
  });
  onTestFinished(() => handler.close());
  handler.start();
  return handler;
}

describe.each([
  ["memory", () => createMemoryTaskStore()],
  ["SQLite", () => createSqliteTaskStore({ file: newFile() })],
])("a task in %s that waits for its caller", (_, create) => {
  it.each(["TASK_STATE_INPUT_REQUIRED", "TASK_STATE_AUTH_REQUIRED"] as const)(
    "fails in %s after timing.waitingTtl, and says why",
    async (state) => {
      const store = create();
      onTestFinished(() => store.close());
      const taskId = await waitingIn(store, state);
      const { last = 0 } = (await store.load(SCOPE, taskId)) ?? {};
      start(store, 60 * 60 * 1_000);
      for await (const _entry of store.entries(SCOPE, taskId, last, new AbortController().signal)) break;
      expect((await store.load(SCOPE, taskId))?.task.status).toMatchObject({
        state: "TASK_STATE_FAILED",
        message: { parts: [{ text: "Nobody answered what the task was waiting for." }] },
      });
    },
  );

  it.each(["asked", "talked with"])(
    "is not taken for one to go on with where the process died that was about to give it up (%s)",
    async (how) => {
      const store = create();
      onTestFinished(() => store.close());
      const taskId = await waitingIn(store, "TASK_STATE_INPUT_REQUIRED");
      if (how === "talked with") await talk(store, taskId);
      const { last = 0 } = (await store.load(SCOPE, taskId)) ?? {};
      expect(await store.claimWaiting({ waitingSince: new Date(), limit: 1, lease: -1 })).toHaveLength(1);
      start(store, 60 * 60 * 1_000);
      for await (const _entry of store.entries(SCOPE, taskId, last, new AbortController().signal)) break;
      expect((await store.load(SCOPE, taskId))?.task.status.state).toBe("TASK_STATE_FAILED");
    },
  );

  it("is gone on with where it got its answer, and the process died that worked on that", async () => {
    const store = create();
    onTestFinished(() => store.close());
    const taskId = await waitingIn(store, "TASK_STATE_INPUT_REQUIRED");
    const answered = await store.enqueue(SCOPE, taskId, { ...message("m2"), taskId }, { lease: -1 });
    const { number = 0 } = typeof answered === "string" ? {} : answered;
    start(store, 60 * 60 * 1_000);
    for await (const { entry } of store.entries(SCOPE, taskId, number, new AbortController().signal)) {
      expect(entry).toMatchObject({ type: "message", message: { parts: [{ text: "asked again" }] } });
      break;
    }
  });

  it.each([undefined, Number.POSITIVE_INFINITY])("goes on waiting until then (%s)", async (waitingTtl) => {
    const store = create();
    onTestFinished(() => store.close());
    const taskId = await waitingIn(store, "TASK_STATE_INPUT_REQUIRED");
    await start(store, waitingTtl).close();
    expect((await store.load(SCOPE, taskId))?.task.status.state).toBe("TASK_STATE_INPUT_REQUIRED");
  });
});
