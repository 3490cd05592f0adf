import type { Aborter } from "./aborter.ts";
import { AgentAbort, type StatusEvent } from "./agent.ts";
import { canceled, completed, failed } from "./agent-events.ts";
import { createAppender } from "./appender.ts";
import { answerOf, type RunAnswer } from "./await-run.ts";
import type { AgentAnswer } from "./invoke.ts";
import type { LogEntry } from "./log-entry.ts";
import { createRecorder } from "./recorder.ts";
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

/** An agent's answer on its way into the log. */
export interface Job {
  readonly run: Run;
  readonly contextId: string;
  readonly reply: AgentAnswer | Promise<AgentAnswer>;
  readonly aborter: Aborter;
  /** Bytes of the task when the run began. */
  readonly bytes: number;
  /** Told once, of the first entry that answers the message, when it is durable. */
  answered(answer: RunAnswer): void;
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
export async function execute(job: Job, environment: RunEnvironment): Promise<RunEnd> {
  const { run, contextId, aborter, bytes } = job;
  const writer = createAppender(environment.store, run, announce);
  const ids = { taskId: run.taskId, contextId, textArtifactId: `text-${run.input}` };
  const recorder = createRecorder({ writer, ids, bytes, limit: environment.taskBytes });
  const report = (error: unknown): void => {
    if (!isAbort(error, aborter)) environment.onError(error, { taskId: run.taskId });
  };

  function announce(entries: readonly LogEntry[], last: number): void {
    for (const [index, entry] of entries.entries()) {
      const number = last - entries.length + 1 + index;
      const answer = answerOf({ number, input: run.input, entry }, run.input, "answer");
      if (answer === undefined) continue;
      job.answered(answer);
      return;
    }
  }

  /** The status of a run whose agent left it open; one that was canceled or shut down has its own. */
  function conclude(otherwise: StatusEvent | undefined): void {
    const event = statusOfAbort(aborter, environment.lostRuns, otherwise);
    if (event !== undefined) recorder.write(toEntry(event, ids, false));
  }

  /** Reads events until the agent returns, its task ends, or another run takes over. */
  async function follow(iterator: AsyncIterator<unknown>): Promise<void> {
    for (let count = 1; ; count += 1) {
      const step = await iterator.next();
      if (step.done === true) return conclude(recorder.open() ? completed() : undefined);
      recorder.take(step.value);
      if (recorder.ended() || writer.fenced()) return leave(iterator, report);
      if (writer.backlog() >= MAX_BACKLOG) await writer.settled();
      if (count % EVENTS_PER_TURN === 0) await turn();
    }
  }

  /** True where the agent came to an end by itself, and left the task at rest. */
  async function record(events: AsyncIterable<unknown>): Promise<boolean> {
    const iterator = events[Symbol.asyncIterator]();
    try {
      await follow(iterator);
      return !recorder.open();
    } catch (error) {
      leave(iterator, report);
      if (writer.broken()) throw error;
      report(error);
      conclude(failed("The agent failed."));
      return false;
    }
  }

  const reply = await job.reply;
  if (reply.kind === "message") recorder.write({ type: "message", message: reply.message });
  const complete = reply.kind === "message" || (await record(reply.events));
  await writer.settled();
  if (recorder.ended() || writer.fenced()) return "over";
  return aborter.cause === "shutdown" && !complete ? "left" : "released";
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
function leave(iterator: AsyncIterator<unknown>, report: (error: unknown) => void): void {
  const finish = async (): Promise<void> => {
    const late = await iterator.next();
    if (late.done === true) return;
    report(new Error("The agent yielded an event after its task had ended; it was not stored"));
    await iterator.return?.();
  };
  finish().catch(report);
}

/** A turn of the event loop: agents that never wait would keep every other caller waiting. */
function turn(): Promise<void> {
  return new Promise((resolve) => {
    if (typeof setImmediate === "function") setImmediate(resolve);
    else setTimeout(resolve);
  });
}
