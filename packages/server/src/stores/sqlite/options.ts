import { withDefaults } from "../../limits.ts";

export interface SqliteTaskStoreOptions {
  /** Path of the database; it is made where there is none, in a folder that exists. Beside it stand `-wal` and `-shm`. */
  readonly file: string;
  /** Milliseconds between two looks at what other processes wrote; this process's own writes are seen at once. */
  readonly pollInterval?: number;
  /** Milliseconds for which an operation waits while another process holds the lock; then it rejects. */
  readonly lockTimeout?: number;
  /** Bytes that the database may have; what would make it larger is refused as on a full disk. Default: no limit. */
  readonly fileBytes?: number;
  /** Bytes of one log entry as JSON; a larger one is refused with RESOURCE_EXHAUSTED. */
  readonly entryBytes?: number;
  /** Bytes of entries whose tasks are kept folded in memory. */
  readonly cacheBytes?: number;
  /** Tasks at work or waiting for input; one more is refused with RESOURCE_EXHAUSTED. */
  readonly unfinishedTasks?: number;
  /** Messages that wait for their run, per task; one more is refused. */
  readonly queuedMessages?: number;
  /** Push notification configs per task; one more is refused. */
  readonly pushConfigs?: number;
}

type Numbers = Required<Omit<SqliteTaskStoreOptions, "file">>;

export const DEFAULT_SQLITE_OPTIONS: Numbers = {
  pollInterval: 100,
  lockTimeout: 5_000,
  fileBytes: Number.POSITIVE_INFINITY,
  entryBytes: 64 * 1024 * 1024,
  cacheBytes: 32 * 1024 * 1024,
  unfinishedTasks: 100_000,
  queuedMessages: 16,
  pushConfigs: 16,
};

/** @throws RangeError that names an option which is not a number of at least 0. */
export function withSqliteDefaults({ file, ...given }: SqliteTaskStoreOptions): Numbers & { readonly file: string } {
  return { ...withDefaults(DEFAULT_SQLITE_OPTIONS, given), file };
}
