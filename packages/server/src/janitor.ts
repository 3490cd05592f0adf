import { agentEvents } from "./agent-events.ts";
import type { Timing } from "./limits.ts";
import type { RunEnvironment } from "./run.ts";
import { type Runs, unref } from "./runs.ts";
import type { Run, Stored } from "./task-store.ts";
import { toEntry } from "./to-entry.ts";

export interface JanitorOptions extends Pick<RunEnvironment, "store" | "lostRuns" | "onError"> {
  readonly runs: Runs;
  readonly timing: Pick<Timing, "lease" | "finishedTtl">;
}

/** Runs that are taken over, and tasks that are purged, per round. */
const BATCH = 100;

/** In the background: takes over runs whose process died, and forgets tasks that ended long ago. */
export function createJanitor({ store, runs, timing, lostRuns, onError }: JanitorOptions): {
  start(): void;
  close(): void;
} {
  const { lease, finishedTtl } = timing;
  let timer: ReturnType<typeof setInterval> | undefined;

  async function round(): Promise<void> {
    for (const run of await store.claimExpired({ lease, limit: BATCH })) await recover(run);
    await store.purge({ finishedBefore: new Date(Date.now() - finishedTtl), limit: BATCH });
  }

  async function recover(run: Run): Promise<void> {
    runs.abort(run.taskId, "lost");
    if (lostRuns === "restart") return runs.startStored(run);
    if (lostRuns === "resume") return runs.startStored(run, await readLog(run));
    const found = await store.load(run.scope, run.taskId);
    if (found === undefined) return;
    const ids = { taskId: run.taskId, contextId: found.task.contextId ?? "", textArtifactId: "" };
    await store.append(run, [toEntry(agentEvents.failed("The process that worked on this task died."), ids, false)]);
  }

  async function readLog({ scope, taskId }: Run): Promise<Stored[]> {
    const found = await store.load(scope, taskId);
    const controller = new AbortController();
    const log: Stored[] = [];
    for await (const stored of store.entries(scope, taskId, 0, controller.signal)) {
      log.push(stored);
      if (stored.number >= (found?.last ?? 0)) break;
    }
    controller.abort();
    return log;
  }

  return {
    /** Starts with the first request: some runtimes allow no timers before. */
    start() {
      if (timer !== undefined) return;
      timer = setInterval(() => round().catch((error) => onError(error, {})), lease);
      unref(timer);
    },
    close() {
      clearInterval(timer);
    },
  };
}
