import { describeJson } from "@a2akit/protocol";
import type { TaskState } from "@a2akit/types";
import { AgentAbort, type StatusEvent } from "../agent.ts";
import { canceled, completed, failed } from "../agent-events.ts";
import type { RunFacts } from "../observe/instrumentation.ts";
import type { Run } from "../task-store.ts";
import type { Aborter } from "./aborter.ts";
import type { Answering } from "./answering.ts";
import { failing } from "./invoke-agent.ts";
import { unfit } from "./require-output.ts";
import {
  isOpen,
  isOver,
  type LostRuns,
  openRunLog,
  type RunEnvironment,
  type RunLog,
  take,
  throwFailure,
  write,
} from "./run-log.ts";
import { toEntry } from "./to-entry.ts";

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
export async function executeRun(run: Run, answering: Answering, environment: RunEnvironment): Promise<RunEnd> {
  const log = openRunLog(run, answering, environment);
  const reply = answering.reply instanceof Promise ? await answering.reply : answering.reply;
  let complete = true;
  if (reply.kind === "message") write(log, { type: "message", message: reply.message });
  else {
    const iterator = iteratorOf(reply.events);
    try {
      for (let count = 1; ; count += 1) {
        const step = await iterator.next();
        if (isLast(step, iterator, log)) break;
        if (log.batch.length >= MAX_BACKLOG) await log.flight;
        throwFailure(log);
        if (count % EVENTS_PER_TURN === 0) await turn();
      }
      complete = !isOpen(log);
    } catch (error) {
      giveUp(error, iterator, log);
      complete = false;
    }
  }
  if (log.flight !== undefined) await log.flight;
  throwFailure(log);
  return endOf(log, complete);
}

function endOf(log: RunLog, complete: boolean): RunEnd {
  const { observed, aborter } = log.answering;
  if (observed !== undefined) noteEnd(observed.facts, log.state);
  if (isOver(log)) return "over";
  return aborter.cause === "shutdown" && !complete ? "left" : "released";
}

/** One that cannot be had fails when it is read, as an agent does. */
function iteratorOf(events: AsyncIterable<unknown>): AsyncIterator<unknown> {
  try {
    return events[Symbol.asyncIterator]();
  } catch (error) {
    return failing(error);
  }
}

/** Writes one event; true when nothing follows: the agent returned, its task ended, or another run took over. */
function isLast(step: IteratorResult<unknown>, iterator: AsyncIterator<unknown>, log: RunLog): boolean {
  if (step.done === true) {
    requireNothing(step.value);
    conclude(log, isOpen(log) ? completed() : undefined);
  } else {
    take(log, step.value);
    if (!isOver(log)) return false;
    leave(iterator, log);
  }
  return true;
}

/** What a generator returns goes nowhere, which is not what its author meant. */
function requireNothing(returned: unknown): void {
  if (returned === undefined || returned === null) return;
  throw unfit(`The agent returned ${describeJson(returned)} from its generator, where nothing is sent: yield it`);
}

/** @throws what the store threw, where that is what went wrong. */
function giveUp(error: unknown, iterator: AsyncIterator<unknown>, log: RunLog): void {
  if (log.failure !== undefined) {
    // Nothing that it still yields could be kept.
    Promise.resolve(iterator.return?.()).catch((late) => report(late, log));
    throw log.failure.error;
  }
  leave(iterator, log);
  report(error, log);
  conclude(log, failed("The agent failed."));
}

/** The status of a run whose agent left it open; one that was canceled or shut down has its own. */
function conclude(log: RunLog, otherwise: StatusEvent | undefined): void {
  const event = statusOfAbort(log.answering.aborter, log.environment.lostRuns, otherwise);
  if (event !== undefined) write(log, toEntry(event, log.ids, false));
}

/** Tells `onError` what an agent threw, unless that is how it obeys its signal. */
function report(error: unknown, { run, answering, environment }: RunLog): void {
  if (isAbort(error, answering.aborter)) return;
  if (answering.observed !== undefined) answering.observed.facts.failure ??= error;
  environment.onError(error, { taskId: run.taskId });
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
function leave(iterator: AsyncIterator<unknown>, log: RunLog): void {
  const finish = async (): Promise<void> => {
    const late = await iterator.next();
    if (late.done === true) return;
    report(new Error("The agent yielded an event after its task had ended; it was not stored"), log);
    await iterator.return?.();
  };
  finish().catch((error) => report(error, log));
}

/** A turn of the event loop: agents that never wait would keep every other caller waiting. */
function turn(): Promise<void> {
  return new Promise((resolve) => {
    if (typeof setImmediate === "function") setImmediate(resolve);
    else setTimeout(resolve);
  });
}
