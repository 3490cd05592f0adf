import type { Stored } from "../task-store.ts";
import type { TaskRecord } from "./task-record.ts";

/** The entries of a record after a number, then those to come, until the signal aborts. Needs no buffer of its own. */
export function createCursor(record: TaskRecord, after: number, signal: AbortSignal): AsyncIterableIterator<Stored> {
  const log = record.log ?? [];
  let read = after;
  let done = false;
  let resume: (() => void) | undefined;

  function end(): IteratorReturnResult<undefined> {
    if (!done) {
      done = true;
      signal.removeEventListener("abort", leave);
      if (resume !== undefined) record.waiting?.delete(resume);
    }
    return { done: true, value: undefined };
  }
  function leave(): void {
    const waiting = resume;
    end();
    waiting?.();
  }
  function take(): IteratorResult<Stored, undefined> | undefined {
    if (done || signal.aborted) return end();
    const value = log[read];
    if (value === undefined) return record.book.tasks.get(record.id) === record ? undefined : end();
    read += 1;
    return { done: false, value };
  }
  function wait(): Promise<IteratorResult<Stored, undefined>> {
    return new Promise((resolve) => {
      resume = () => {
        resume = undefined;
        resolve(take() ?? wait());
      };
      record.waiting ??= new Set();
      record.waiting.add(resume);
    });
  }

  signal.addEventListener("abort", leave);
  return {
    [Symbol.asyncIterator]() {
      return this;
    },
    next: () => {
      const now = take();
      return now === undefined ? wait() : Promise.resolve(now);
    },
    return: () => Promise.resolve(end()),
  };
}
