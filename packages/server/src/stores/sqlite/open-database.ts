import { closeSync, openSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { APPLICATION_ID, MIGRATIONS } from "./migrations.ts";
import { explain, isBusy } from "./sqlite-error.ts";
import { prepare } from "./statement.ts";

export interface OpenOptions {
  readonly file: string;
  /** Milliseconds for which opening waits, and blocks, while another process holds the lock. */
  readonly lockTimeout: number;
  /** The most that the file may grow to. */
  readonly fileBytes: number;
}

const JOURNAL_BYTES = 64 * 1024 * 1024;
const OWNER_ONLY = 0o600;
/** Milliseconds between attempts to get the lock. */
const PAUSE = 5;

/**
 * Opens the file, or makes it (readable by its owner only: it holds the credentials of webhooks), and brings its schema
 * up to date.
 * @throws Error that names the file and what is wrong: locked, corrupt, another program's, of a newer version.
 */
export function openDatabase({ file, lockTimeout, fileBytes }: OpenOptions): DatabaseSync {
  let db: DatabaseSync | undefined;
  try {
    if (file !== ":memory:") touch(file);
    db = new DatabaseSync(file);
    db.exec(`PRAGMA busy_timeout = ${Math.trunc(lockTimeout)}`);
    db.exec(`PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA journal_size_limit = ${JOURNAL_BYTES}`);
    limitSize(db, fileBytes);
    bringUpToDate(db, { file, lockTimeout });
    // From here on, waiting for a lock is done without blocking.
    db.exec("PRAGMA busy_timeout = 0");
    return db;
  } catch (error) {
    db?.close();
    throw explain(error, file);
  }
}

/** Where SQLite does not wait for a lock by itself, as for that which the change to WAL takes, it is tried again. */
function bringUpToDate(db: DatabaseSync, { file, lockTimeout }: Pick<OpenOptions, "file" | "lockTimeout">): void {
  const deadline = Date.now() + lockTimeout;
  for (;;) {
    try {
      requireOwn(db, file);
      db.exec("PRAGMA journal_mode = WAL");
      migrate(db, file);
      return;
    } catch (error) {
      if (!isBusy(error) || Date.now() >= deadline) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE);
    }
  }
}

function touch(file: string): void {
  try {
    closeSync(openSync(file, "a", OWNER_ONLY));
  } catch (cause) {
    throw new Error(`The task store ${file} cannot be opened: its folder must exist and be writable`, { cause });
  }
}

/** The version of the schema, which every transaction compares: a newer release may have migrated the file meanwhile. */
export function requireVersion(file: string, version: number): void {
  if (version <= MIGRATIONS.length) return;
  throw new Error(
    `The task store ${file} has schema version ${version}; this release knows versions up to ${MIGRATIONS.length}`,
  );
}

/** In one view: another process may be making the file. */
function requireOwn(db: DatabaseSync, file: string): void {
  db.exec("BEGIN");
  try {
    const { application_id: application = 0 } =
      prepare<{ application_id: number }>(db, "PRAGMA application_id").get() ?? {};
    const empty = prepare(db, "SELECT 1 FROM sqlite_schema LIMIT 1").get() === undefined;
    if (application === APPLICATION_ID || (application === 0 && empty)) return;
  } finally {
    rollBack(db);
  }
  throw new Error(`The task store ${file} is a database of another program`);
}

function limitSize(db: DatabaseSync, bytes: number): void {
  if (bytes === Number.POSITIVE_INFINITY) return;
  const { page_size: size = 4_096 } = prepare<{ page_size: number }>(db, "PRAGMA page_size").get() ?? {};
  db.exec(`PRAGMA max_page_count = ${Math.max(1, Math.floor(bytes / size))}`);
}

/** All or nothing; two processes that open a new file at once take turns. */
function migrate(db: DatabaseSync, file: string): void {
  db.exec("BEGIN IMMEDIATE");
  try {
    const { user_version: version } = prepare<{ user_version: number }>(db, "PRAGMA user_version").get() ?? {
      user_version: 0,
    };
    requireVersion(file, version);
    for (const step of MIGRATIONS.slice(version)) db.exec(step);
    db.exec(`PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${MIGRATIONS.length}`);
    db.exec("COMMIT");
  } catch (error) {
    rollBack(db);
    throw error;
  }
}

/** SQLite may have rolled back already, which is no error. */
export function rollBack(db: DatabaseSync): void {
  try {
    db.exec("ROLLBACK");
  } catch {}
}
