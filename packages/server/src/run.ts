import { isInterrupted, isTerminal } from "@a2akit/protocol";
import type { TaskState } from "@a2akit/types";
import { AgentAbort } from "./agent.ts";
import { agentEvents } from "./agent-events.ts";
import { createAppender } from "./appender.ts";
import type { Reply } from "./invoke.ts";
import { jsonSize } from "./json-size.ts";
import { type LogEntry, statusOf } from "./log-entry.ts";
import type { Run, TaskStore } from "./task-store.ts";
import { toEntry } from "./to-entry.ts";

/** What to do with a run whose process died; see `HandlerOptions.lostRuns`. */
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
  readonly reply: Reply | Promise<Reply>;
  readonly signal: AbortSignal;
  /** Bytes of the task when the run began. */
  readonly bytes: number;
}

/** `released`: the task is free for the next run; `over`: it ended, or belongs to another run now. */
export type RunEnd = "released" | "over";

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
  const { run, signal } = job;
  const writer = createAppender(environment.store, run);
  const ids = { taskId: run.taskId, contextId: job.contextId, textArtifactId: `text-${run.input}` };
  const report = (error: unknown): void => environment.onError(error, { taskId: run.taskId });
  let bytes = job.bytes;
  let chunks = false;
  let state: TaskState | undefined;

  function write(entry: LogEntry): void {
    state = statusOf(entry)?.state ?? state;
    writer.push(entry);
  }
  function end(event: unknown): void {
    write(toEntry(event, ids, false));
  }
  /** The status of a run that its agent left without one: canceled and shut down runs have their own. */
  function conclude(otherwise: unknown): void {
    const cause = causeOf(signal);
    if (cause === "canceled") end(agentEvents.canceled());
    else if (cause === "shutdown" && environment.lostRuns === "fail")
      end(agentEvents.failed("The server was closed before the task was done."));
    else if (cause !== "shutdown" && otherwise !== undefined) end(otherwise);
  }
  function fail(error: unknown): void {
    if (error !== signal.reason) report(error);
    conclude(agentEvents.failed("The agent failed."));
  }
  /** One event; true when it was the last one. */
  function take(event: unknown): boolean {
    const entry = toEntry(event, ids, chunks);
    chunks ||= typeof event === "string";
    bytes += jsonSize(entry);
    if (bytes > environment.taskBytes) {
      end(agentEvents.failed(`The task grew over its limit of ${environment.taskBytes} bytes.`));
      return true;
    }
    write(entry);
    return state !== undefined && isTerminal(state);
  }

  async function follow(events: AsyncIterable<unknown>): Promise<void> {
    const iterator = events[Symbol.asyncIterator]();
    try {
      for (let count = 1; ; count += 1) {
        const step = await iterator.next();
        if (step.done === true) return conclude(open(state) ? agentEvents.completed() : undefined);
        if (take(step.value) || writer.fenced) return leave(iterator, report);
        if (writer.backlog >= MAX_BACKLOG) await writer.settled();
        if (count % EVENTS_PER_TURN === 0) await turn();
      }
    } catch (error) {
      leave(iterator, report);
      if (writer.broken) throw error;
      fail(error);
    }
  }

  const reply = await job.reply;
  if (reply.kind === "message") write({ type: "message", message: reply.message });
  else await follow(reply.events);
  await writer.settled();
  const over = writer.fenced || (state !== undefined && isTerminal(state)) || causeOf(signal) === "shutdown";
  return over ? "over" : "released";
}

/** Neither terminal nor interrupted: the task would hang if its run left it there. */
function open(state: TaskState | undefined): boolean {
  return state === undefined || !(isTerminal(state) || isInterrupted(state));
}

function causeOf({ reason }: AbortSignal): AgentAbort["cause"] | undefined {
  return reason instanceof AgentAbort ? reason.cause : undefined;
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
