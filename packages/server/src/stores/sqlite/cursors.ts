import type { DatabaseSync } from "node:sqlite";
import { isTerminal } from "@a2akit/protocol";
import { statusOf } from "../../log-entry.ts";
import type { Stored } from "../../task-store.ts";
import type { Changes, Watcher } from "./changes.ts";
import { readEntry, type Written } from "./entry-format.ts";
import { prepare } from "./statement.ts";
import type { Transactions } from "./transactions.ts";

interface EntryRow extends Written {
  readonly number: number;
  readonly input: number;
}

interface CursorQuery {
  /** Key of the task; `undefined` where there is none. */
  readonly find: () => number | undefined;
  readonly after: number;
  readonly signal: AbortSignal;
}

export type OpenCursor = (query: CursorQuery) => AsyncIterableIterator<Stored>;

/** Entries that are read at a time. */
const PAGE = 32;

/** Cursors over the log: pages of entries, then a wait for more. */
export function createCursors(db: DatabaseSync, { read }: Transactions, changes: Changes): OpenCursor {
  const sql = {
    page: prepare<EntryRow>(
      db,
      "SELECT number, input, format, body FROM entry WHERE task = ? AND number > ? ORDER BY number LIMIT ?",
    ),
    exists: prepare(db, "SELECT 1 FROM task WHERE key = ?"),
  };

  return ({ find, after, signal }) => {
    let position = after;
    let page: EntryRow[] = [];
    let done = false;
    let watcher: Watcher | undefined;
    let unwatch: (() => void) | undefined;
    /** Something happened since the last reading. */
    let stale = true;
    let resume: (() => void) | undefined;

    function end(): IteratorReturnResult<undefined> {
      done = true;
      unwatch?.();
      unwatch = undefined;
      signal.removeEventListener("abort", leave);
      return { done: true, value: undefined };
    }
    function leave(): void {
      end();
      wake();
    }
    function wake(): void {
      stale = true;
      resume?.();
      resume = undefined;
    }
    function watch(task: number): Watcher {
      const watching: Watcher = { task, ended: false, wake };
      unwatch = changes.watch(watching);
      return watching;
    }

    /** The next entries; `undefined` where the task is gone, or there is none. */
    function readPage(): EntryRow[] | undefined {
      // Watching begins before the first reading, so that nothing falls between.
      const task = watcher?.task ?? find();
      if (task === undefined) return undefined;
      watcher ??= watch(task);
      const rows = sql.page.all(task, position, PAGE);
      return rows.length > 0 || sql.exists.get(task) !== undefined ? rows : undefined;
    }

    async function next(): Promise<IteratorResult<Stored, undefined>> {
      try {
        return await advance();
      } catch (error) {
        // Nobody returns a cursor that threw.
        end();
        throw error;
      }
    }

    async function advance(): Promise<IteratorResult<Stored, undefined>> {
      while (!done && !signal.aborted) {
        const row = page.shift();
        if (row !== undefined) return { done: false, value: take(row) };
        if (stale) {
          stale = false;
          const rows = await read(readPage);
          if (rows === undefined) return end();
          // A full page says nothing of what comes after it.
          stale ||= rows.length === PAGE;
          page = rows;
        } else {
          await new Promise<void>((resolve) => {
            resume = resolve;
          });
        }
      }
      return end();
    }

    function take(row: EntryRow): Stored {
      position = row.number;
      const entry = readEntry(row);
      const state = statusOf(entry)?.state;
      if (watcher !== undefined && state !== undefined) watcher.ended = isTerminal(state);
      return { number: row.number, input: row.input, entry };
    }

    signal.addEventListener("abort", leave);
    return {
      [Symbol.asyncIterator]() {
        return this;
      },
      next,
      return: async () => end(),
    };
  };
}
