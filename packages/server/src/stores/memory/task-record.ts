import { isTerminal } from "@a2akit/protocol";
import type { Task } from "@a2akit/types";
import { createFold, type Fold } from "../../apply-event.ts";
import { jsonSize } from "../../json-size.ts";
import { type LogEntry, statusOf } from "../../log-entry.ts";
import type { Run } from "../../task-store.ts";
import { millisecondsOf } from "../../timestamp.ts";
import { type Cursor, wakeCursor } from "./log-cursor.ts";
import type { Webhook } from "./outbox.ts";
import type { ScopeBook } from "./scope-book.ts";
import { closeLog, createLog, pushEntry, type TaskLog } from "./task-log.ts";

/** What only an unfinished task needs. */
interface Live {
  readonly fold: Fold;
  run: Run | undefined;
  /** When the lease of its run ends, in milliseconds since 1970. */
  expires: number;
  cancel: boolean;
  /** Numbers of the messages that wait for their run. */
  readonly queue: number[];
}

/** A task in memory. A finished one is little more than its Task: `live` goes at once, `log` after the compaction window. */
export interface TaskRecord {
  readonly book: ScopeBook;
  readonly id: string;
  readonly contextId: string;
  state: Task["status"]["state"];
  time: number;
  sequence: number;
  last: number;
  /** The final Task; `undefined` while `live`. */
  task: Task | undefined;
  /** Of the final Task as JSON, a character counted as one. */
  bytes: number;
  live: Live | undefined;
  /** A cursor keeps the log it reads, so that compaction makes no gap. */
  log: TaskLog | undefined;
  waiting: Set<Cursor> | undefined;
  push: Map<string, Webhook> | undefined;
}

/** `input`: the number of its first message. */
export function createRecord(book: ScopeBook, task: Task, input: number): TaskRecord {
  return {
    book,
    id: task.id,
    contextId: task.contextId ?? "",
    state: task.status.state,
    time: 0,
    sequence: 0,
    last: 0,
    task: undefined,
    bytes: 0,
    live: { fold: createFold(undefined), run: undefined, expires: 0, cancel: false, queue: [] },
    log: createLog(input),
    waiting: undefined,
    push: undefined,
  };
}

/** The Task as of the last entry. */
export function currentTask({ task, live }: TaskRecord): Task {
  const current = task ?? live?.fold.snapshot();
  if (current === undefined) throw new TypeError("A record is live or has its final task");
  return current;
}

/** Appends, folds and wakes the readers; a terminal entry turns the record into its final Task. */
export function appendTo(record: TaskRecord, entries: readonly LogEntry[], input?: number): void {
  const { live, log } = record;
  if (live === undefined || log === undefined) throw new TypeError("A finished task takes no more entries");
  for (const entry of entries) {
    record.last += 1;
    pushEntry(log, entry, input ?? record.last);
    live.fold.apply(entry);
    restate(record, entry);
  }
  if (isTerminal(record.state)) {
    record.task = live.fold.finish();
    record.bytes = jsonSize(record.task);
    closeLog(log);
    record.live = undefined;
  }
  wake(record);
}

function restate(record: TaskRecord, entry: LogEntry): void {
  const status = statusOf(entry);
  if (status === undefined) return;
  record.state = status.state;
  record.time = status.timestamp === undefined ? Date.now() : millisecondsOf(status.timestamp);
}

/** The Task as of an earlier entry. */
export function replay({ entries }: TaskLog, upTo: number): Task {
  const fold = createFold(undefined);
  for (const entry of entries.slice(0, upTo)) fold.apply(entry);
  return fold.snapshot();
}

/** Lets every waiting cursor look again. */
export function wake(record: TaskRecord): void {
  const { waiting } = record;
  if (waiting === undefined) return;
  record.waiting = undefined;
  for (const cursor of waiting) wakeCursor(cursor);
}
