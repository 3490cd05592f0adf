import type { LogEntry } from "./log-entry.ts";
import type { Run, TaskStore } from "./task-store.ts";

/** Writes the entries of one run in order; while an append is in flight, it gathers the next batch. */
export interface Appender {
  push(entry: LogEntry): void;
  /** Entries that wait for the append in flight. */
  readonly backlog: number;
  /** Another run took over: nothing is written any more. */
  readonly fenced: boolean;
  /** The store failed: `settled` throws why, and nothing is written any more. */
  readonly broken: boolean;
  /** Resolves when everything pushed so far is durable or fenced off. @throws what the store threw. */
  settled(): Promise<void>;
}

export function createAppender(store: TaskStore, run: Run): Appender {
  let batch: LogEntry[] = [];
  let flight: Promise<void> | undefined;
  let fenced = false;
  let failure: { readonly error: unknown } | undefined;

  async function drain(): Promise<void> {
    while (batch.length > 0 && !fenced && failure === undefined) {
      const entries = batch;
      batch = [];
      try {
        fenced = (await store.append(run, entries)) === "fenced";
      } catch (error) {
        failure = { error };
      }
    }
    flight = undefined;
  }

  return {
    push(entry) {
      if (fenced || failure !== undefined) return;
      batch.push(entry);
      flight ??= drain();
    },
    get backlog() {
      return batch.length;
    },
    get fenced() {
      return fenced;
    },
    get broken() {
      return failure !== undefined;
    },
    async settled() {
      while (flight !== undefined) await flight;
      if (failure !== undefined) throw failure.error;
    },
  };
}
