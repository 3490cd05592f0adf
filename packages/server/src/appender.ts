import type { LogEntry } from "./log-entry.ts";
import type { Run, TaskStore } from "./task-store.ts";

/** Writes the entries of one run in order; while an append is in flight, it gathers the next batch. */
export interface Appender {
  push(entry: LogEntry): void;
  /** Entries that wait for the append in flight. */
  backlog(): number;
  /** Another run took over: nothing is written any more. */
  fenced(): boolean;
  /** The store failed: `settled` throws why, and nothing is written any more. */
  broken(): boolean;
  /** Resolves when everything pushed so far is durable or fenced off. @throws what the store threw. */
  settled(): Promise<void>;
}

/** `written` hears of every batch that is durable, with the number of its last entry. */
export function createAppender(
  store: TaskStore,
  run: Run,
  written: (entries: readonly LogEntry[], last: number) => void,
): Appender {
  let batch: LogEntry[] = [];
  let flight: Promise<void> | undefined;
  let fenced = false;
  let failure: { readonly error: unknown } | undefined;

  async function drain(): Promise<void> {
    while (batch.length > 0 && !fenced && failure === undefined) {
      const entries = batch;
      batch = [];
      try {
        const appended = await store.append(run, entries);
        if (appended === "fenced") fenced = true;
        else written(entries, appended.last);
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
    backlog: () => batch.length,
    fenced: () => fenced,
    broken: () => failure !== undefined,
    async settled() {
      while (flight !== undefined) await flight;
      if (failure !== undefined) throw failure.error;
    },
  };
}
