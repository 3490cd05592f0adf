import { createAlarm } from "../../alarm.ts";
import { resourceExhausted } from "../../http-errors.ts";
import type { TaskStore } from "../../task-store.ts";
import { configOf } from "../config-of.ts";
import { createChanges } from "./changes.ts";
import { createCursors } from "./cursors.ts";
import { createListTasks } from "./list-tasks.ts";
import { openDatabase } from "./open-database.ts";
import { type SqliteTaskStoreOptions, withSqliteDefaults } from "./options.ts";
import { createPurge } from "./purge.ts";
import { createPushStore } from "./push-store.ts";
import { createSnapshots } from "./snapshots.ts";
import { createTaskTable } from "./task-table.ts";
import { createTransactions } from "./transactions.ts";
import { createWebhookTable } from "./webhook-table.ts";

export { DEFAULT_SQLITE_OPTIONS, type SqliteTaskStoreOptions } from "./options.ts";

/**
 * Tasks in a SQLite file: what was acknowledged survives a crash of the process and of the machine. Several processes of
 * one machine may share the file; not over a network file system.
 *
 * node:sqlite works synchronously: each transaction is short, but its sync of the disk does hold up the event loop.
 * @throws Error that names the file and what is wrong with it: locked, corrupt, another program's, of a newer version;
 * RangeError for an option out of range.
 */
export function createSqliteTaskStore(given: SqliteTaskStoreOptions): TaskStore {
  const options = withSqliteDefaults(given);
  const db = openDatabase(options);
  const transactions = createTransactions({ ...options, db });
  const { read, write } = transactions;
  const changes = createChanges({ ...options, db });
  const alarm = createAlarm();
  const tasks = createTaskTable(db, options);
  const webhooks = createWebhookTable(db, options);
  // A snapshot that could not be written is made anew by a later reading.
  const writeSoon = (work: () => void): void => void write(work).catch(() => {});
  const snapshots = createSnapshots({ ...options, db, writeSoon });
  const listTasks = createListTasks(db, snapshots);
  const openCursor = createCursors(db, transactions, changes);
  const { find } = tasks;

  /** Tells of what was just written. */
  function announce({ key, due = false }: { readonly key: number; readonly due?: boolean }): void {
    changes.announce(key);
    if (due) alarm.ring();
  }

  let closing: Promise<void> | undefined;
  async function shutDown(): Promise<void> {
    await transactions.close();
    changes.close();
    alarm.ring();
    db.close();
  }

  return {
    async create(scope, entries, { lease, push }) {
      const [opening] = entries;
      if (opening?.type !== "task") throw new TypeError("A task's log starts with a task entry");
      const { task } = opening;
      const created = await write(() => {
        if (tasks.unfinished() >= options.unfinishedTasks) throw resourceExhausted("Too many unfinished tasks");
        const row = tasks.insert(scope, task);
        const run = tasks.begin(row, { ...scope, id: task.id }, { input: entries.length, lease });
        const last = tasks.append(row, entries, entries.length);
        if (push !== undefined) webhooks.open(row.key, configOf(task.id, push), last);
        return { run, last, key: row.key };
      });
      announce({ key: created.key, due: push !== undefined });
      return { run: created.run, last: created.last };
    },

    async enqueue(scope, taskId, message, { lease, push }) {
      const config = push && configOf(taskId, push);
      const queued = await write(() => {
        const row = find(scope, taskId);
        if (row === undefined) return "absent";
        if (row.finished) return "terminal";
        if (tasks.queue.size(row) >= options.queuedMessages) return "queueFull";
        if (config !== undefined && !webhooks.hasRoom(row.key, config.id)) return "webhooksFull";
        const number = tasks.append(row, [{ type: "message", message }]);
        if (config !== undefined) webhooks.open(row.key, config, number);
        const { key } = row;
        if (row.fence === null) {
          return { key, number, run: tasks.begin(row, { ...scope, id: taskId }, { input: number, lease }) };
        }
        tasks.queue.push(row, number);
        return { key, number };
      });
      if (typeof queued === "string") return queued;
      const { key, ...answer } = queued;
      announce({ key, due: push !== undefined });
      return answer;
    },

    async append(run, entries) {
      const appended = await write(() => {
        const row = tasks.held(run);
        if (row === undefined) return undefined;
        const last = tasks.append(row, entries, run.input);
        return { key: row.key, last, due: webhooks.send(row.key, entries, last) };
      });
      if (appended === undefined) return "fenced";
      announce(appended);
      return { last: appended.last };
    },

    release: (run, { lease }) =>
      write(() => {
        const row = tasks.held(run);
        if (row === undefined) return undefined;
        const input = tasks.queue.shift(row);
        if (input === undefined) return void tasks.rest(row);
        return tasks.begin(row, { ...run.scope, id: run.taskId }, { input, lease });
      }),

    heartbeat: (run, { lease }) =>
      write(() => {
        const row = tasks.held(run);
        if (row === undefined) return "lost";
        return tasks.renew(row, lease) ? "cancel" : "ok";
      }),

    handOver: (run) =>
      write(() => {
        const row = tasks.held(run);
        if (row !== undefined) tasks.handOver(row);
      }),

    requestCancel: (scope, taskId) =>
      write(() => {
        const row = find(scope, taskId);
        if (row === undefined) return "absent";
        if (row.finished) return "terminal";
        return tasks.cancel(row) ? "requested" : "idle";
      }),

    seize: (scope, taskId, { lease }) =>
      write(() => {
        const row = find(scope, taskId);
        if (row === undefined) return "absent";
        if (row.finished) return "terminal";
        const { attempt, handovers } = row;
        const beginning = row.fence === null ? { input: row.asked } : { input: row.input, attempt, handovers };
        return tasks.begin(row, { ...scope, id: taskId }, { ...beginning, lease });
      }),

    claimExpired: ({ lease, limit }) =>
      write(() =>
        tasks.expired(limit).map((row) => {
          const { input, attempt, handovers } = row;
          return tasks.begin(row, row, { input, attempt: attempt + 1, handovers, lease });
        }),
      ),

    claimWaiting: ({ waitingSince, limit, lease }) =>
      write(() =>
        tasks.waiting(waitingSince.getTime(), limit).map((row) => tasks.begin(row, row, { input: row.asked, lease })),
      ),

    load: (scope, taskId, upTo = Number.POSITIVE_INFINITY) =>
      read(() => {
        const row = find(scope, taskId);
        if (row === undefined) return undefined;
        const last = Math.min(upTo, row.last);
        return { task: snapshots.at(row.key, last), last };
      }),

    entries: (scope, taskId, after, signal) => openCursor({ find: () => find(scope, taskId)?.key, after, signal }),
    list: (scope, query) => read(() => listTasks(scope, query)),
    push: createPushStore({ ...options, db, transactions, snapshots, webhooks, alarm, find }),
    purge: createPurge({ db, transactions, changes, snapshots }),

    close() {
      closing ??= shutDown();
      return closing;
    },
  };
}
