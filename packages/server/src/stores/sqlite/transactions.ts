import type { DatabaseSync } from "node:sqlite";
import { requireVersion, rollBack } from "./open-database.ts";
import { explain, isBusy } from "./sqlite-error.ts";
import { prepare } from "./statement.ts";

export interface TransactionsOptions {
  readonly db: DatabaseSync;
  readonly file: string;
  /** Milliseconds for which an operation waits while another process holds the lock. */
  readonly lockTimeout: number;
}

/** All access to the database. `work` is synchronous and short: nothing else of this process runs meanwhile. */
export interface Transactions {
  /**
   * Group commit: all that is written in one turn of the event loop shares one transaction, and so one sync of the disk.
   * Resolves when it is durable; what throws is undone alone.
   */
  write<T>(work: () => T): Promise<T>;
  /** One consistent view. */
  read<T>(work: () => T): Promise<T>;
  /** Waits for what is being written; later calls reject. */
  close(): Promise<void>;
}

interface Job {
  /** Does the work, and says how it went once the transaction is durable. */
  run(): () => void;
  fail(error: unknown): void;
  readonly deadline: number;
}

/** Writes that share a transaction at most, so that none holds up the event loop for long. */
const MAX_GROUP = 256;
/** Milliseconds between attempts to get the lock. */
const MIN_PAUSE = 1;
const MAX_PAUSE = 25;

export function createTransactions({ db, file, lockTimeout }: TransactionsOptions): Transactions {
  const sql = {
    version: prepare<{ user_version: number }>(db, "PRAGMA user_version"),
    beginWrite: prepare(db, "BEGIN IMMEDIATE"),
    beginRead: prepare(db, "BEGIN"),
    commit: prepare(db, "COMMIT"),
    save: prepare(db, "SAVEPOINT job"),
    keep: prepare(db, "RELEASE job"),
    undo: prepare(db, "ROLLBACK TO job"),
  };
  let jobs: Job[] = [];
  let busy: Promise<void> | undefined;
  let closed = false;

  async function drain(): Promise<void> {
    for (let pause = MIN_PAUSE; jobs.length > 0; ) {
      await turn();
      const group = jobs.slice(0, MAX_GROUP);
      const locked = commit(group);
      if (locked === undefined) {
        jobs = jobs.slice(group.length);
        pause = MIN_PAUSE;
        continue;
      }
      const now = Date.now();
      for (const job of jobs) if (job.deadline <= now) job.fail(explain(locked, file));
      jobs = jobs.filter(({ deadline }) => deadline > now);
      await delay(pause * (0.5 + Math.random()));
      pause = Math.min(pause * 2, MAX_PAUSE);
    }
    busy = undefined;
  }

  /** Runs a group in one transaction. Returns the error when the lock was not to be had; nothing is done then. */
  function commit(group: readonly Job[]): unknown {
    try {
      perform(group);
    } catch (error) {
      rollBack(db);
      if (isBusy(error)) return error;
      // One of the group may have been too much for the disk: each gets its own chance.
      if (group.length > 1) group.forEach(alone);
      else for (const job of group) job.fail(explain(error, file));
    }
    return undefined;
  }

  function perform(group: readonly Job[]): void {
    sql.beginWrite.run();
    requireVersion(file, sql.version.get()?.user_version ?? 0);
    const endings = group.map(group.length === 1 ? ({ run }) => run() : runSaved);
    sql.commit.run();
    for (const end of endings) end();
  }

  function alone(job: Job): void {
    const locked = commit([job]);
    if (locked !== undefined) job.fail(explain(locked, file));
  }

  function runSaved({ run, fail }: Job): () => void {
    let end: () => void;
    sql.save.run();
    try {
      end = run();
    } catch (error) {
      // Throws when SQLite has rolled back the whole transaction by itself; the group is done one by one then.
      sql.undo.run();
      end = () => fail(explain(error, file));
    }
    sql.keep.run();
    return end;
  }

  return {
    write(work) {
      if (closed) return Promise.reject(closedError(file));
      return new Promise((resolve, reject) => {
        jobs.push({
          run() {
            const value = work();
            return () => resolve(value);
          },
          fail: reject,
          deadline: Date.now() + lockTimeout,
        });
        busy ??= drain();
      });
    },

    async read(work) {
      const deadline = Date.now() + lockTimeout;
      for (let pause = MIN_PAUSE; ; pause = Math.min(pause * 2, MAX_PAUSE)) {
        if (closed) throw closedError(file);
        try {
          sql.beginRead.run();
          const value = work();
          sql.commit.run();
          return value;
        } catch (error) {
          rollBack(db);
          if (!isBusy(error) || Date.now() >= deadline) throw explain(error, file);
        }
        await delay(pause);
      }
    },

    async close() {
      closed = true;
      await busy;
    },
  };
}

function closedError(file: string): Error {
  return new Error(`The task store ${file} is closed`);
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const delay = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));
