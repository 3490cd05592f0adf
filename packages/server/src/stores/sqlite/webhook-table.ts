import type { DatabaseSync } from "node:sqlite";
import type { LogEntry } from "../../log-entry.ts";
import type { PushConfig } from "../../push-store.ts";
import { FORMAT, readConfig } from "./entry-format.ts";
import { prepare } from "./statement.ts";

/** The configs of tasks, and what is put into their outboxes. Writing needs a write transaction. */
export interface WebhookTable {
  get(task: number, id: string): PushConfig | undefined;
  list(task: number): PushConfig[];
  /** Whether a config of this id may be stored. */
  hasRoom(task: number, id: string): boolean;
  /** Stores a config and opens its stream with the Task as of entry `number`. */
  open(task: number, config: PushConfig, number: number): void;
  /** Puts entries, the last one being `last`, into the outboxes of the task. True where something is due now. */
  send(task: number, entries: readonly LogEntry[], last: number): boolean;
  delete(task: number, id: string): void;
}

export function createWebhookTable(db: DatabaseSync, { pushConfigs }: { readonly pushConfigs: number }): WebhookTable {
  const sql = {
    get: prepare<{ format: number; body: string }>(db, "SELECT format, body FROM webhook WHERE task = ? AND id = ?"),
    list: prepare<{ format: number; body: string }>(db, "SELECT format, body FROM webhook WHERE task = ? ORDER BY key"),
    others: prepare<{ count: number }>(db, "SELECT count(*) AS count FROM webhook WHERE task = ? AND id <> ?"),
    any: prepare(db, "SELECT 1 FROM webhook WHERE task = ? LIMIT 1"),
    place: prepare<{ key: number }>(db, "SELECT key FROM webhook WHERE task = ? AND id = ?"),
    delete: prepare(db, "DELETE FROM webhook WHERE task = ? AND id = ?"),
    insert: prepare(
      db,
      "INSERT INTO webhook (key, task, id, stream, format, body, opening, due) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
    ),
    first: prepare(db, "INSERT INTO outbox (webhook, number) VALUES (?, ?)"),
    send: prepare(db, "INSERT INTO outbox (webhook, number) SELECT key, ? FROM webhook WHERE task = ?"),
    due: prepare(db, "UPDATE webhook SET due = ? WHERE task = ? AND due IS NULL"),
  };

  return {
    get(task, id) {
      const row = sql.get.get(task, id);
      return row && readConfig(row);
    },
    list: (task) => sql.list.all(task).map(readConfig),
    hasRoom: (task, id) => (sql.others.get(task, id)?.count ?? 0) < pushConfigs,

    open(task, config, number) {
      // One that replaces another keeps its key, and so its place in the list.
      const place = sql.place.get(task, config.id)?.key ?? null;
      sql.delete.run(task, config.id);
      const stream = crypto.randomUUID();
      const { id } = sql.insert.run(place, task, config.id, stream, FORMAT, JSON.stringify(config), number, Date.now());
      sql.first.run(id, number);
    },

    send(task, entries, last) {
      // A message has no frame.
      if (entries.every(({ type }) => type === "message") || sql.any.get(task) === undefined) return false;
      const before = last - entries.length;
      for (const [index, { type }] of entries.entries()) {
        if (type !== "message") sql.send.run(before + index + 1, task);
      }
      sql.due.run(Date.now(), task);
      return true;
    },

    delete: (task, id) => void sql.delete.run(task, id),
  };
}
