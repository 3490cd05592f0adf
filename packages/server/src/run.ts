import type { TaskState } from "@a2akit/types";
import type { Aborter } from "./aborter.ts";
import { AgentAbort, type StatusEvent } from "./agent.ts";
import { canceled, completed, failed } from "./agent-events.ts";
import type { Answering } from "./answering.ts";
import type { RunFacts } from "./observe/instrumentation.ts";
import { isOpen, isOver, openRunLog, type RunLog, take, throwFailure, write } from "./run-log.ts";
import type { Run, TaskStore } from "./task-store.ts";
import { toEntry } from "./to-entry.ts";

/** What becomes of a task whose run died; see `HandlerOptions.lostRuns`. */
export type LostRuns = "fail" | "restart" | "resume";

export interface RunEnvironment {
  readonly store: TaskStore;
  readonly taskBytes: number;
  readonly lostRuns: LostRuns;
  onError(error: unknown, about: { readonly taskId?: string }): void;
}

/**
 * `released`: the task is free for the next run; `over`: it ended, or belongs to another run now; `left`: cut off by a
 * shutdown, for another process to recover.
 */
export type RunEnd = "released" | "over" | "left";

/** Entries that may wait for the store before the agent is held back. */
const MAX_BACKLOG = 256;
/** Events after which the other work of the process gets a turn. */
const EVENTS_PER_TURN = 64;

/**
 * Writes what the agent answered to the log of its task: event → normalise → append, and the status that ends it.
 * A terminal entry ends the run; what the agent yields later goes to `onError`.
 * @throws what the store threw; the run is left to its lease then.
 */
export async function execute(run: Run, answering: Answering, environment: RunEnvironment): Promise<RunEnd> {
  const log = openRunLog(run, answering, environment);
  const reply = answering.reply instanceof Promise ? await answering.reply : answering.reply;
  if (reply.kind === "message") write(log, { type: "message", message: reply.message });
  const complete = reply.kind === "message" || (await record(log, reply.events, environment));
  await log.flight;
  throwFailure(log);
  if (answering.observed !== undefined) noteEnd(answering.observed.facts, log.state);
  if (isOver(log)) return "over";
  return answering.aborter.cause === "shutdown" && !complete ? "left" : "released";
}

/**
 * Reads events until the agent returns, its task ends, or another run takes over. True where the agent came to an end by
 * itself, and left the task at rest.
 */
async function record(log: RunLog, events: AsyncIterable<unknown>, environment: RunEnvironment): Promise<boolean> {
  const iterator = events[Symbol.asyncIterator]();
  try {
    for (let count = 1; ; count += 1) {
      const step = await iterator.next();
      if (step.done === true) {
        conclude(log, environment, isOpen(log) ? completed() : undefined);
        break;
      }
      take(log, step.value);
      if (isOver(log)) {
        leave(iterator, log, environment);
        break;
      }
      if (log.batch.length >= MAX_BACKLOG) await log.flight;
      throwFailure(log);
      if (count % EVENTS_PER_TURN === 0) await turn();
    }
    return !isOpen(log);
  } catch (error) {
    if (log.failure !== undefined) {
      // Nothing that it still yields could be kept.
      Promise.resolve(iterator.return?.()).catch((late) => report(late, log, environment));
      throw log.failure.error;
    }
    leave(iterator, log, environment);
    report(error, log, environment);
    conclude(log, environment, failed("The agent failed."));
    return false;
  }
}

/** The status of a run whose agent left it open; one that was canceled or shut down has its own. */
function conclude(log: RunLog, { lostRuns }: RunEnvironment, otherwise: StatusEvent | undefined): void {
  const event = statusOfAbort(log.answering.aborter, lostRuns, otherwise);
  if (event !== undefined) write(log, toEntry(event, log.ids, false));
}

/** Tells `onError` what an agent threw, unless that is how it obeys its signal. */
function report(error: unknown, { run, answering }: RunLog, { onError }: RunEnvironment): void {
  if (isAbort(error, answering.aborter)) return;
  if (answering.observed !== undefined) answering.observed.facts.failure ??= error;
  onError(error, { taskId: run.taskId });
}

function noteEnd(facts: RunFacts, state: TaskState | undefined): void {
  facts.kind = "task";
  if (state !== undefined) facts.state = state;
}

/** How an agent lets go after an abort: by the reason of its signal, or as Node's own functions do by an AbortError about it. */
function isAbort(error: unknown, { cause }: Aborter): boolean {
  if (cause === undefined || !(error instanceof Error)) return false;
  return error.name === "AbortError" || error.cause instanceof AgentAbort;
}

/** The status that an abort calls for; without one, `otherwise`. A shut down run that is to start again gets none. */
function statusOfAbort(
  { cause }: Aborter,
  lostRuns: LostRuns,
  otherwise: StatusEvent | undefined,
): StatusEvent | undefined {
  if (cause === "canceled") return canceled();
  if (cause !== "shutdown" || otherwise === undefined) return otherwise;
  return lostRuns === "fail" ? failed("The server was closed before the task was done.") : undefined;
}

/** Lets the agent finish what comes after its last event, and tells of an event that comes too late. */
function leave(iterator: AsyncIterator<unknown>, log: RunLog, environment: RunEnvironment): void {
  const finish = async (): Promise<void> => {
    const late = await iterator.next();
    if (late.done === true) return;
    report(new Error("The agent yielded an event after its task had ended; it was not stored"), log, environment);
    await iterator.return?.();
  };
  finish().catch((error) => report(error, log, environment));
}

/** A turn of the event loop: agents that never wait would keep every other caller waiting. */
function turn(): Promise<void> {
  return new Promise((resolve) => {
    if (typeof setImmediate === "function") setImmediate(resolve);
    else setTimeout(resolve);
  });
}
