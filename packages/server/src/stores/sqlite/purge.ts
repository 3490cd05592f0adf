import type { DatabaseSync } from "node:sqlite";
import type { Changes } from "./changes.ts";
import type { Snapshots } from "./snapshots.ts";
import { prepare } from "./statement.ts";
import type { Transactions } from "./transactions.ts";

export interface RetentionOptions {
  readonly db: DatabaseSync;
  readonly transactions: Transactions;
  readonly changes: Changes;
  readonly snapshots: Snapshots;
}

/** Entries that one transaction deletes, so that forgetting a long task holds up nobody. */
const SLICE = 1_000;

/**
 * Forgets tasks: the task goes at once, with all but its entries, which follow slice by slice. What a crash leaves of
 * them in the trash, the next purge takes out.
 */
export function createPurge({ db, transactions: { write }, changes, snapshots }: RetentionOptions) {
  const sql = {
    ended: prepare<{ key: number }>(db, "SELECT key FROM task WHERE finished = 1 AND time < ? ORDER BY time LIMIT ?"),
    trash: prepare(db, "INSERT INTO trash VALUES (?)"),
    forget: prepare(db, "DELETE FROM task WHERE key = ?"),
    oldest: prepare<{ task: number }>(db, "SELECT task FROM trash LIMIT 1"),
    slice: prepare(db, "DELETE FROM entry WHERE id IN (SELECT id FROM entry WHERE task = ? LIMIT ?)"),
    emptied: prepare(db, "DELETE FROM trash WHERE task = ?"),
  };

  function forget(finishedBefore: number, limit: number): number[] {
    const keys = sql.ended.all(finishedBefore, limit).map(({ key }) => key);
    for (const key of keys) {
      sql.trash.run(key);
      sql.forget.run(key);
    }
    return keys;
  }

  /** Deletes the next slice; false where the trash is empty. */
  function empty(): boolean {
    let left = SLICE;
    while (left > 0) {
      const task = sql.oldest.get()?.task;
      if (task === undefined) return false;
      const { changes: deleted } = sql.slice.run(task, left);
      if (deleted < left) sql.emptied.run(task);
      left -= Math.max(deleted, 1);
    }
    return true;
  }

  return async ({ finishedBefore, limit }: { finishedBefore: Date; limit: number }): Promise<number> => {
    const keys = await write(() => forget(finishedBefore.getTime(), limit));
    for (const key of keys) {
      snapshots.forget(key);
      changes.announce(key);
    }
    while (await write(empty));
    return keys.length;
  };
}
