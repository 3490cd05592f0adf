import type { DatabaseSync } from "node:sqlite";
import { isTerminal } from "@a2akit/protocol";
import type { Task } from "@a2akit/types";
import { type LogEntry, statusOf } from "../../log-entry.ts";
import type { Run, Scope } from "../../task-store.ts";
import { FORMAT, writeEntry } from "./entry-format.ts";
import { prepare } from "./statement.ts";

/** A row of the table `task`, as far as writing needs it. */
interface TaskRow {
  readonly key: number;
  readonly finished: 0 | 1;
  readonly last: number;
  /** Number of its last message entry. */
  readonly asked: number;
  /** Of the live run; `null` where none is. */
  readonly fence: string | null;
  readonly input: number;
  readonly attempt: number;
  readonly handovers: number;
}

interface OwnedRow extends TaskRow, Scope {
  readonly id: string;
}

interface Beginning {
  readonly input: number;
  /** Default: that of a first execution. */
  readonly attempt?: number;
  readonly handovers?: number;
  /** Milliseconds. */
  readonly lease: number;
}

/** The tasks and their entries. Everything but `find` and `unfinished` must be called in a write transaction. */
export interface TaskTable {
  find(scope: Scope, taskId: string): TaskRow | undefined;
  /** The row while `run` holds it. */
  held(run: Run): TaskRow | undefined;
  unfinished(): number;
  insert(scope: Scope, task: Task): TaskRow;
  /** Appends entries; a terminal one ends run and queue. Without `input`, each entry is its own. */
  append(row: TaskRow, entries: readonly LogEntry[], input?: number): number;
  begin(row: TaskRow, owner: Scope & { readonly id: string }, beginning: Beginning): Run;
  /** Ends the run without another one. */
  rest(row: TaskRow): void;
  /** Tells the live run; false where there is none. */
  cancel(row: TaskRow): boolean;
  /** Ends the lease of the live run, and counts that. */
  handOver(row: TaskRow): void;
  /** Extends the lease; whether a cancel was requested. */
  renew(row: TaskRow, lease: number): boolean;
  expired(limit: number): OwnedRow[];
  /** Those that nobody runs and that have been in an interrupted state since before the time, the oldest first. */
  waiting(since: number, limit: number): OwnedRow[];
  readonly queue: {
    size(row: TaskRow): number;
    push(row: TaskRow, number: number): void;
    shift(row: TaskRow): number | undefined;
  };
}

const COLUMNS = "key, finished, last, asked, fence, input, attempt, handovers";

export function createTaskTable(db: DatabaseSync, { entryBytes }: { readonly entryBytes: number }): TaskTable {
  /** With the counter: no two fences of this file are the same, whichever process made them. */
  const process = crypto.randomUUID();
  let fences = 0;
  const sql = statements(db);

  const find = ({ tenant, owner }: Scope, taskId: string): TaskRow | undefined => sql.find.get(tenant, owner, taskId);

  function end(row: TaskRow): void {
    sql.rest.run(row.key);
    sql.clear.run(row.key);
  }

  return {
    find,
    held(run) {
      const row = find(run.scope, run.taskId);
      return row?.fence === run.fence ? row : undefined;
    },
    unfinished: () => sql.unfinished.get()?.unfinished ?? 0,

    insert({ tenant, owner }, { id, contextId = "", status }) {
      const { id: key } = sql.insert.run(tenant, owner, id, contextId, status.state);
      return { key, finished: 0, last: 0, asked: 0, fence: null, input: 0, attempt: 1, handovers: 0 };
    },

    append(row, entries, input) {
      let { last, asked } = row;
      for (const entry of entries) {
        last += 1;
        if (entry.type === "message") asked = last;
        const { id: sequence } = sql.entry.run(row.key, last, input ?? last, FORMAT, writeEntry(entry, entryBytes));
        const status = statusOf(entry);
        if (status === undefined) continue;
        const { state, timestamp } = status;
        const time = timestamp === undefined ? Date.now() : Date.parse(timestamp);
        sql.restate.run(state, time, sequence, isTerminal(state) ? 1 : 0, row.key);
        if (isTerminal(state)) end(row);
      }
      sql.advance.run(last, asked, row.key);
      return last;
    },

    begin({ key }, { tenant, owner, id: taskId }, { input, attempt = 1, handovers = 0, lease }) {
      fences += 1;
      const fence = `${process}.${fences}`;
      sql.begin.run(fence, input, attempt, handovers, Date.now() + lease, key);
      return { scope: { tenant, owner }, taskId, fence, attempt, handovers, input };
    },

    rest: ({ key }) => void sql.rest.run(key),
    cancel: ({ key }) => sql.cancel.run(key).changes > 0,
    handOver: ({ key }) => void sql.handOver.run(Date.now(), key),
    renew: ({ key }, lease) => sql.renew.get(Date.now() + lease, key)?.cancel === 1,
    expired: (limit) => sql.expired.all(Date.now(), limit),
    waiting: (since, limit) => sql.waiting.all(since, limit),
    queue: {
      size: ({ key }) => sql.queued.get(key)?.count ?? 0,
      push: ({ key }, number) => void sql.enqueue.run(key, number),
      shift: ({ key }) => sql.dequeue.get(key)?.number,
    },
  };
}

function statements(db: DatabaseSync) {
  return {
    find: prepare<TaskRow>(db, `SELECT ${COLUMNS} FROM task WHERE tenant = ? AND owner = ? AND id = ?`),
    unfinished: prepare<{ unfinished: number }>(db, "SELECT unfinished FROM gauge"),
    insert: prepare(
      db,
      "INSERT INTO task (tenant, owner, id, context, state, time, sequence, last, asked) VALUES (?, ?, ?, ?, ?, 0, 0, 0, 0)",
    ),
    entry: prepare(db, "INSERT INTO entry (task, number, input, format, body) VALUES (?, ?, ?, ?, ?)"),
    advance: prepare(db, "UPDATE task SET last = ?, asked = ? WHERE key = ?"),
    restate: prepare(db, "UPDATE task SET state = ?, time = ?, sequence = ?, finished = ? WHERE key = ?"),
    begin: prepare(
      db,
      "UPDATE task SET fence = ?, input = ?, attempt = ?, handovers = ?, expires = ?, cancel = 0 WHERE key = ?",
    ),
    rest: prepare(db, "UPDATE task SET fence = NULL, expires = NULL, cancel = 0 WHERE key = ?"),
    cancel: prepare(db, "UPDATE task SET cancel = 1 WHERE key = ? AND fence IS NOT NULL"),
    handOver: prepare(db, "UPDATE task SET expires = ?, handovers = handovers + 1 WHERE key = ?"),
    renew: prepare<{ cancel: number }>(db, "UPDATE task SET expires = ? WHERE key = ? RETURNING cancel"),
    expired: prepare<OwnedRow>(
      db,
      `SELECT ${COLUMNS}, tenant, owner, id FROM task WHERE expires <= ? ORDER BY expires LIMIT ?`,
    ),
    // In the words of its index, by which SQLite knows that it will do.
    waiting: prepare<OwnedRow>(
      db,
      `SELECT ${COLUMNS}, tenant, owner, id FROM task WHERE state IN ('TASK_STATE_INPUT_REQUIRED', 'TASK_STATE_AUTH_REQUIRED')
        AND time < ? AND fence IS NULL ORDER BY time LIMIT ?`,
    ),
    queued: prepare<{ count: number }>(db, "SELECT count(*) AS count FROM queue WHERE task = ?"),
    enqueue: prepare(db, "INSERT INTO queue (task, number) VALUES (?, ?)"),
    dequeue: prepare<{ number: number }>(
      db,
      "DELETE FROM queue WHERE task = ?1 AND number = (SELECT min(number) FROM queue WHERE task = ?1) RETURNING number",
    ),
    clear: prepare(db, "DELETE FROM queue WHERE task = ?"),
  };
}
