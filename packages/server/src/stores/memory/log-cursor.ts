import type { Stored } from "../../task-store.ts";
import { storedAt, type TaskLog } from "./task-log.ts";
import type { TaskRecord } from "./task-record.ts";

type Step = IteratorResult<Stored, undefined>;
const DONE: Step = { done: true, value: undefined };

/** A reader of a log. There are many that wait: it is one object, its functions are shared, and it listens itself. */
export interface Cursor extends AsyncIterableIterator<Stored> {
  readonly record: TaskRecord;
  /** Absent: it was compacted. */
  readonly log: TaskLog | undefined;
  readonly signal: AbortSignal;
  /** Number of the last entry that was read. */
  read: number;
  done: boolean;
  resolve: ((step: Step) => void) | undefined;
  handleEvent(): void;
}

/** The entries of a record after a number, then those to come, until the signal aborts; none of a compacted log. */
export function createCursor(record: TaskRecord, after: number, signal: AbortSignal): AsyncIterableIterator<Stored> {
  const { log } = record;
  const done = signal.aborted || log === undefined;
  const cursor: Cursor = {
    record,
    log,
    signal,
    read: after,
    done,
    resolve: undefined,
    next,
    return: leave,
    handleEvent: abort,
    [Symbol.asyncIterator]: itself,
  };
  if (!done) signal.addEventListener("abort", cursor);
  return cursor;
}

/** Lets a cursor that waits look again. */
export function wakeCursor(cursor: Cursor): void {
  const step = look(cursor);
  if (step === undefined) wait(cursor);
  else cursor.resolve?.(step);
}

/** The next entry, the end, or nothing yet. */
function look(cursor: Cursor): Step | undefined {
  const { record, log, read } = cursor;
  const value = log && storedAt(log, read + 1);
  if (cursor.done || (value === undefined && record.book.tasks.get(record.id) !== record)) return DONE;
  if (value === undefined) return undefined;
  cursor.read += 1;
  return { done: false, value };
}

function wait(cursor: Cursor): void {
  cursor.record.waiting ??= new Set();
  cursor.record.waiting.add(cursor);
}

function next(this: Cursor): Promise<Step> {
  const step = look(this);
  if (step !== undefined) return Promise.resolve(step);
  wait(this);
  return new Promise((resolve) => {
    this.resolve = resolve;
  });
}

function leave(this: Cursor): Promise<Step> {
  this.done = true;
  this.signal.removeEventListener("abort", this);
  this.record.waiting?.delete(this);
  wakeCursor(this);
  return Promise.resolve(DONE);
}

function abort(this: Cursor): void {
  void leave.call(this);
}

function itself(this: Cursor): Cursor {
  return this;
}
