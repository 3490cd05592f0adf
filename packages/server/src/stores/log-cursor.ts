import type { Stored } from "../task-store.ts";
import type { TaskRecord } from "./task-record.ts";

type Step = IteratorResult<Stored, undefined>;
const DONE: Step = { done: true, value: undefined };
const NO_LOG: readonly Stored[] = [];

/**
 * The entries of a record after a number, then those to come, until the signal aborts; none of a compacted log. Needs no
 * buffer of its own; there are many of them, so that every closure counts.
 */
export function createCursor(record: TaskRecord, after: number, signal: AbortSignal): AsyncIterableIterator<Stored> {
  const { log = NO_LOG } = record;
  let read = after;
  let done = signal.aborted || log === NO_LOG;
  let resolve: ((step: Step) => void) | undefined;

  /** The next entry, the end, or nothing yet. */
  function look(): Step | undefined {
    const value = log[read];
    if (done || (value === undefined && record.book.tasks.get(record.id) !== record)) return DONE;
    if (value === undefined) return undefined;
    read += 1;
    return { done: false, value };
  }
  function wake(): void {
    const step = look();
    if (step === undefined) waitWith(record, wake);
    else resolve?.(step);
  }
  function leave(): void {
    done = true;
    signal.removeEventListener("abort", leave);
    record.waiting?.delete(wake);
    wake();
  }

  if (!done) signal.addEventListener("abort", leave);
  return {
    [Symbol.asyncIterator]: itself,
    next() {
      const step = look();
      if (step !== undefined) return Promise.resolve(step);
      waitWith(record, wake);
      return new Promise((resume) => {
        resolve = resume;
      });
    },
    return() {
      leave();
      return Promise.resolve(DONE);
    },
  };
}

function waitWith(record: TaskRecord, wake: () => void): void {
  record.waiting ??= new Set();
  record.waiting.add(wake);
}

function itself(this: AsyncIterableIterator<Stored>): AsyncIterableIterator<Stored> {
  return this;
}
