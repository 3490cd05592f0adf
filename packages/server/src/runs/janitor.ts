import { isInterrupted } from "@a2akit/protocol";
import { agentEvents } from "../agent-events.ts";
import type { Limits, Timing } from "../limits.ts";
import type { Run, Stored } from "../task-store.ts";
import { unref } from "../timers.ts";
import type { RunEnvironment } from "./run-log.ts";
import type { Runs } from "./runs.ts";
import { toEntry } from "./to-entry.ts";

export interface JanitorOptions extends Pick<RunEnvironment, "store" | "lostRuns" | "onError"> {
  readonly runs: Runs;
  readonly timing: Pick<Timing, "lease" | "heartbeat" | "waitingTtl" | "finishedTtl">;
  readonly limits: Pick<Limits, "runAttempts">;
}

/** Runs that are taken over, and tasks that are given up and purged, per round. */
const BATCH = 100;
const UNANSWERED = "Nobody answered what the task was waiting for.";

/** In the background: takes over runs whose process died, gives up tasks whose caller does not come back, and forgets tasks that ended long ago. */
export function createJanitor({ store, runs, timing, limits, lostRuns, onError }: JanitorOptions): {
  /** From now on, every `timing.lease`. */
  start(): void;
  /** Waits for what is under way. */
  close(): Promise<void>;
} {
  const { lease, heartbeat, waitingTtl, finishedTtl } = timing;
  let timer: ReturnType<typeof setInterval> | undefined;
  let working: Promise<void> | undefined;
  let closed = false;
  /** When the next round should begin, in milliseconds since 1970. */
  let due = Number.POSITIVE_INFINITY;
  let overslept = false;

  async function round(): Promise<void> {
    // What runs here is alive, however late its heartbeat is.
    await runs.renew();
    for (let more = !overslept; more && !closed; ) more = await takeOver();
    for (let more = true; more && !closed; ) more = await giveUp();
    const finishedBefore = ago(finishedTtl);
    for (let purged = BATCH; purged === BATCH && !closed; )
      purged = await store.purge({ finishedBefore, limit: BATCH });
  }

  /** True where more may have waited for too long. */
  async function giveUp(): Promise<boolean> {
    const waiting = await store.claimWaiting({ waitingSince: ago(waitingTtl), limit: BATCH, lease });
    await Promise.all(
      waiting.map((run) => fail(run, UNANSWERED).catch((error) => onError(error, { taskId: run.taskId }))),
    );
    return waiting.length === BATCH;
  }

  /** True where more may have died. Those that are to run again wait until there is room for them. */
  async function takeOver(): Promise<boolean> {
    const limit = lostRuns === "fail" ? BATCH : Math.min(BATCH, runs.room());
    if (limit < 1) return false;
    const lost = await store.claimExpired({ lease, limit });
    await Promise.all(lost.map((run) => recover(run).catch((error) => onError(error, { taskId: run.taskId }))));
    return lost.length === BATCH;
  }

  /**
   * A machine that slept, or whose clock was set, has kept all its processes from giving a sign of life: they get a lease for it before any run counts
   * as dead. One round at most, so that a busy process comes to it. The last sign of life may have come a whole heartbeat before the sleep.
   */
  function wakeUp(): void {
    const now = Date.now();
    overslept = !overslept && now - due > lease - heartbeat;
    due = now + lease;
  }

  function work(): void {
    wakeUp();
    working ??= round()
      .catch((error) => onError(error, {}))
      .finally(() => {
        working = undefined;
      });
  }

  async function recover(run: Run): Promise<void> {
    runs.abort(run.taskId, "lost");
    if (lostRuns === "fail") return fail(run, "The process that worked on this task died.");
    if (await isGivenUp(run)) return fail(run, UNANSWERED);
    const deaths = run.attempt - 1 - run.handovers;
    if (deaths >= limits.runAttempts)
      return fail(run, `The task was interrupted ${deaths} times, which is as often as it is started again.`);
    return runs.startStored(run, lostRuns === "resume" ? await readLog(run) : []);
  }

  /** Whether a process died that was about to give the task up; not where it worked on what the caller had answered meanwhile. */
  async function isGivenUp({ scope, taskId, input }: Run): Promise<boolean> {
    const { state, timestamp } = (await store.load(scope, taskId))?.task.status ?? {};
    if (state === undefined || !isInterrupted(state)) return false;
    if (!(Date.parse(timestamp ?? "") < ago(waitingTtl).getTime())) return false;
    const { status, history = [] } = (await store.load(scope, taskId, input))?.task ?? {};
    const wasAsked = status?.state === state && status.timestamp === timestamp;
    // A task that is given up runs on its last message, which may be one of the agent.
    return !wasAsked || history.at(-1)?.role !== "ROLE_USER";
  }

  const ago = (milliseconds: number): Date => new Date(Math.max(Date.now() - milliseconds, 0));

  async function fail(run: Run, reason: string): Promise<void> {
    const found = await store.load(run.scope, run.taskId);
    if (found === undefined) return;
    const ids = { taskId: run.taskId, contextId: found.task.contextId ?? "", textArtifactId: "" };
    await store.append(run, [toEntry(agentEvents.failed(reason), ids, false)]);
  }

  async function readLog({ scope, taskId }: Run): Promise<Stored[]> {
    const found = await store.load(scope, taskId);
    const controller = new AbortController();
    const log: Stored[] = [];
    try {
      for await (const stored of store.entries(scope, taskId, 0, controller.signal)) {
        log.push(stored);
        if (stored.number >= (found?.last ?? 0)) break;
      }
    } finally {
      controller.abort();
    }
    return log;
  }

  return {
    start() {
      if (timer !== undefined || closed) return;
      timer = setInterval(work, lease);
      unref(timer);
      work();
    },
    async close() {
      closed = true;
      clearInterval(timer);
      await working;
    },
  };
}
