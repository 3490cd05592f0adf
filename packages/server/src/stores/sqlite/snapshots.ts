import type { DatabaseSync } from "node:sqlite";
import type { Task } from "@a2akit/types";
import { createFold, type Fold } from "../../apply-event.ts";
import { FORMAT, readEntry, readTask, type Written } from "./entry-format.ts";
import { prepare } from "./statement.ts";

export interface SnapshotsOptions {
  readonly db: DatabaseSync;
  /** Bytes of entries that the folds in memory may stand for. */
  readonly cacheBytes: number;
  /** Writes in the background; whether it succeeds does not matter. */
  writeSoon(work: () => void): void;
}

/** Tasks as folds of their entries. Appending folds nothing; reading folds what is new since the last reading. */
export interface Snapshots {
  /** The Task as of entry `upTo`, which must exist. Call in a read transaction. */
  at(task: number, upTo: number): Task;
  forget(task: number): void;
}

interface Kept {
  readonly fold: Fold;
  last: number;
  /** Number of the stored snapshot. */
  stored: number;
  bytes: number;
}

/**
 * Entries beyond the stored snapshot after which a reading leaves a new one behind for the next process; more for a longer
 * log, so that all the snapshots of a task together cost no more than its log.
 */
const MIN_SNAPSHOT_DISTANCE = 256;

export function createSnapshots({ db, cacheBytes, writeSoon }: SnapshotsOptions): Snapshots {
  const sql = {
    entries: prepare<Written>(
      db,
      "SELECT format, body FROM entry WHERE task = ? AND number > ? AND number <= ? ORDER BY number",
    ),
    read: prepare<Written & { number: number }>(db, "SELECT number, format, body FROM snapshot WHERE task = ?"),
    write: prepare(
      db,
      `INSERT INTO snapshot SELECT key, ?, ?, ? FROM task WHERE key = ?
       ON CONFLICT (task) DO UPDATE SET number = excluded.number, format = excluded.format, body = excluded.body
       WHERE excluded.number > number`,
    ),
  };
  /** Least recently read first. */
  const cache = new Map<number, Kept>();
  let cached = 0;

  function open(task: number, upTo: number): Kept {
    const stored = sql.read.get(task);
    if (stored === undefined || stored.number > upTo)
      return { fold: createFold(undefined), last: 0, stored: 0, bytes: 0 };
    const { number, body } = stored;
    return { fold: createFold(readTask(stored)), last: number, stored: number, bytes: body.length };
  }

  function advance(kept: Kept, task: number, upTo: number): void {
    if (kept.last === upTo) return;
    for (const written of sql.entries.all(task, kept.last, upTo)) {
      kept.fold.apply(readEntry(written));
      kept.bytes += written.body.length;
    }
    kept.last = upTo;
  }

  function keep(task: number, kept: Kept): void {
    cache.set(task, kept);
    cached += kept.bytes;
    for (const oldest of cache.keys()) {
      if (cached <= cacheBytes) return;
      forget(oldest);
    }
  }

  function forget(task: number): void {
    cached -= cache.get(task)?.bytes ?? 0;
    cache.delete(task);
  }

  return {
    at(task, upTo) {
      const found = cache.get(task);
      if (found !== undefined && found.last <= upTo) forget(task);
      const kept = found !== undefined && found.last <= upTo ? found : open(task, upTo);
      advance(kept, task, upTo);
      const snapshot = kept.fold.snapshot();
      if (!cache.has(task)) keep(task, kept);
      if (upTo - kept.stored >= Math.max(MIN_SNAPSHOT_DISTANCE, kept.stored)) {
        kept.stored = upTo;
        writeSoon(() => void sql.write.run(upTo, FORMAT, JSON.stringify(snapshot), task));
      }
      return snapshot;
    },
    forget,
  };
}
