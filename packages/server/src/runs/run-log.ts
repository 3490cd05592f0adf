import { isInterrupted, isTerminal } from "@a2akit/protocol";
import type { TaskState } from "@a2akit/types";
import { failed } from "../agent-events.ts";
import { jsonSize } from "../json-size.ts";
import { type LogEntry, statusOf } from "../log-entry.ts";
import type { Run, TaskStore } from "../task-store.ts";
import type { Answering } from "./answering.ts";
import { answerOf } from "./await-run.ts";
import { type EntryContext, toEntry } from "./to-entry.ts";

/** What becomes of a task whose run died; see `HandlerOptions.lostRuns`. */
export type LostRuns = "fail" | "restart" | "resume";

export interface RunEnvironment {
  readonly store: TaskStore;
  /** The most that a task may have. */
  readonly taskBytes: number;
  readonly lostRuns: LostRuns;
  onError(error: unknown, about: { readonly taskId?: string }): void;
}

/**
 * What one run writes: its events as entries, in order; while an append is in flight, the next batch gathers. Every message
 * makes one, so that its functions are beside it and not in it.
 */
export interface RunLog {
  readonly run: Run;
  readonly answering: Answering;
  readonly environment: RunEnvironment;
  readonly ids: EntryContext;
  /** Of the task, as far as this run knows. */
  bytes: number;
  state: TaskState | undefined;
  /** The agent has yielded a string, in this attempt or in one that this one resumes. */
  chunks: boolean;
  batch: LogEntry[];
  /** Resolves when everything written so far is durable or fenced off, or the store has failed. */
  flight: Promise<void> | undefined;
  /** Another run took over: nothing is written any more. */
  fenced: boolean;
  /** What the store threw: nothing is written any more. */
  failure: { readonly error: unknown } | undefined;
}

export function openRunLog(run: Run, answering: Answering, environment: RunEnvironment): RunLog {
  const { message, task, taskId, contextId, log } = answering.request;
  const textArtifactId = `text-${run.input}`;
  return {
    run,
    answering,
    environment,
    ids: { taskId, contextId, textArtifactId },
    bytes: jsonSize(message) + (task === undefined ? 0 : jsonSize(task)),
    state: undefined,
    // An agent that resumes goes on with its text; one that starts again begins it anew.
    chunks: log.some(({ entry }) => entry.type === "artifact" && entry.event.artifact.artifactId === textArtifactId),
    batch: [],
    flight: undefined,
    fenced: false,
    failure: undefined,
  };
}

/** Writes one event of the agent. @throws A2AError InvalidAgentResponse for anything that is none. */
export function take(log: RunLog, event: unknown): void {
  const { taskBytes } = log.environment;
  const entry = toEntry(event, log.ids, log.chunks);
  log.chunks ||= typeof event === "string";
  log.bytes += growth(entry);
  if (log.bytes <= taskBytes) write(log, entry);
  else write(log, toEntry(failed(`The task grew over its limit of ${taskBytes} bytes.`), log.ids, false));
}

/** Writes an entry of the run itself: it counts as no growth of the task. */
export function write(log: RunLog, entry: LogEntry): void {
  log.state = statusOf(entry)?.state ?? log.state;
  if (log.fenced || log.failure !== undefined) return;
  if (log.flight === undefined) log.flight = append(log, [entry]);
  else log.batch.push(entry);
}

/** @throws what the store threw. */
export function throwFailure({ failure }: RunLog): void {
  if (failure !== undefined) throw failure.error;
}

/** Nothing can follow: the task has ended, or belongs to another run. */
export function isOver({ state, fenced }: RunLog): boolean {
  return fenced || (state !== undefined && isTerminal(state));
}

/** Neither terminal nor interrupted: the task would hang if its run left it there. */
export function isOpen({ state }: RunLog): boolean {
  return state === undefined || !(isTerminal(state) || isInterrupted(state));
}

async function append(log: RunLog, first: readonly LogEntry[]): Promise<void> {
  try {
    for (let entries = first; entries.length > 0 && !log.fenced; entries = nextBatch(log)) {
      const appended = await log.environment.store.append(log.run, entries);
      if (appended === "fenced") log.fenced = true;
      else announce(log, entries, appended.last);
    }
  } catch (error) {
    log.failure = { error };
  }
  log.flight = undefined;
}

function nextBatch(log: RunLog): readonly LogEntry[] {
  const { batch } = log;
  if (batch.length > 0) log.batch = [];
  return batch;
}

/** Tells of the entries that answer the message, now that they are durable: the first one counts. */
function announce({ run: { input }, answering }: RunLog, entries: readonly LogEntry[], last: number): void {
  let number = last - entries.length;
  for (const entry of entries) {
    number += 1;
    const answer = answerOf({ number, input, entry }, input, "answer");
    if (answer !== undefined) answering.settle(answer);
  }
}

/** Bytes that an entry adds to its task. */
function growth(entry: LogEntry): number {
  if (entry.type === "artifact") return jsonSize(entry.event.artifact);
  if (entry.type === "message") return jsonSize(entry.message);
  if (entry.type === "task") return jsonSize(entry.task);
  return entry.event.status.message === undefined ? 0 : jsonSize(entry.event.status.message);
}
