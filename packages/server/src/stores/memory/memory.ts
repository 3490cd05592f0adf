import { isInterrupted } from "@a2akit/protocol";
import { resourceExhausted } from "../../http-errors.ts";
import { withDefaults } from "../../limits.ts";
import { type LogEntry, statusOf } from "../../log-entry.ts";
import type { Run, Scope, TaskStore } from "../../task-store.ts";
import { configOf } from "../config-of.ts";
import { createFinishedQueue } from "./finished-queue.ts";
import { listTasks } from "./list-tasks.ts";
import { createCursor } from "./log-cursor.ts";
import { createMemoryPush } from "./push.ts";
import { createBooks, delist, enlist, relist } from "./scope-book.ts";
import { lastMessage } from "./task-log.ts";
import { appendTo, createRecord, currentTask, replay, type TaskRecord, wake } from "./task-record.ts";

interface Beginning {
  readonly input: number;
  /** Default: that of a first execution. */
  readonly attempt?: number | undefined;
  readonly handovers?: number | undefined;
  /** Milliseconds. */
  readonly lease: number;
}

export interface MemoryTaskStoreOptions {
  /** Finished tasks that are kept; the one that ended first goes first. */
  readonly finishedTasks?: number;
  /**
   * Bytes of all finished tasks together, as JSON, a character counted as one; over it those that ended first go, down to
   * the last one.
   */
  readonly finishedBytes?: number;
  /** Tasks at work or waiting for input; one more is refused with RESOURCE_EXHAUSTED. */
  readonly unfinishedTasks?: number;
  /** Messages that wait for their run, per task; one more is refused. */
  readonly queuedMessages?: number;
  /** Milliseconds after its end for which a task can still be resumed entry by entry; later, only its final Task is kept. */
  readonly compactAfter?: number;
  /** Push notification configs per task; one more is refused. */
  readonly pushConfigs?: number;
}

export const DEFAULT_MEMORY_LIMITS: Required<MemoryTaskStoreOptions> = {
  finishedTasks: 10_000,
  finishedBytes: 256 * 1024 * 1024,
  unfinishedTasks: 100_000,
  queuedMessages: 16,
  compactAfter: 60_000,
  pushConfigs: 16,
};

/** Tasks in this process's memory: what a restart may lose. @throws RangeError for an option that is not a number of at least 0. */
export function createMemoryTaskStore(options: MemoryTaskStoreOptions = {}): TaskStore {
  const limits = withDefaults(DEFAULT_MEMORY_LIMITS, options);
  const books = createBooks();
  const unfinished = new Set<TaskRecord>();
  const finished = createFinishedQueue();
  let sequence = 0;
  let runs = 0;

  const find = (scope: Scope, taskId: string): TaskRecord | undefined => books.find(scope)?.tasks.get(taskId);
  /** The record while `run` holds it. */
  const held = (run: Run): TaskRecord | undefined => {
    const record = find(run.scope, run.taskId);
    return record?.live?.run?.fence === run.fence ? record : undefined;
  };

  function write(record: TaskRecord, entries: readonly LogEntry[], input?: number): void {
    const before = { state: record.state, time: record.time, sequence: record.sequence };
    const restated = entries.some((entry) => statusOf(entry) !== undefined);
    appendTo(record, entries, input);
    push.send(record, entries);
    if (!restated) return;
    record.sequence = ++sequence;
    if (before.sequence > 0) relist(record, before);
    else enlist(record);
    if (record.live === undefined) finish(record);
  }

  function finish(record: TaskRecord): void {
    unfinished.delete(record);
    finished.push(record);
    while (finished.size > limits.finishedTasks || (finished.size > 1 && finished.bytes > limits.finishedBytes))
      forget(finished.shift());
  }
  function forget(record: TaskRecord | undefined): void {
    if (record === undefined) return;
    delist(record);
    push.forget(record);
    record.book.tasks.delete(record.id);
    if (record.book.tasks.size === 0) books.remove(record.book);
    wake(record);
  }

  function begin(record: TaskRecord, scope: Scope, run: Beginning): Run {
    const { input, attempt = 1, handovers = 0 } = run;
    const begun: Run = { scope, taskId: record.id, fence: `${++runs}`, attempt, handovers, input };
    const { live } = record;
    if (live !== undefined) {
      live.run = begun;
      live.expires = Date.now() + run.lease;
      live.cancel = false;
    }
    return begun;
  }

  const push = createMemoryPush({ find, limit: limits.pushConfigs });

  return {
    async create(scope, entries, options) {
      const [opening] = entries;
      if (opening?.type !== "task") throw new TypeError("A task's log starts with a task entry");
      if (unfinished.size >= limits.unfinishedTasks) throw resourceExhausted("Too many unfinished tasks");
      finished.compact(Date.now() - limits.compactAfter);
      const book = books.open(scope);
      const record = createRecord(book, opening.task, entries.length);
      book.tasks.set(record.id, record);
      unfinished.add(record);
      const run = begin(record, scope, { input: entries.length, lease: options.lease });
      write(record, entries, entries.length);
      if (options.push !== undefined) push.open(record, scope, configOf(record.id, options.push));
      return { run, last: record.last };
    },

    async enqueue(scope, taskId, message, { lease, push: config }) {
      const record = find(scope, taskId);
      if (record === undefined) return "absent";
      const { live } = record;
      if (live === undefined) return "terminal";
      if (live.queue.length >= limits.queuedMessages) return "queueFull";
      const stored = config && configOf(taskId, config);
      if (stored !== undefined && !push.hasRoom(record, stored.id)) return "webhooksFull";
      write(record, [{ type: "message", message }]);
      if (stored !== undefined) push.open(record, scope, stored);
      const number = record.last;
      if (live.run === undefined) return { number, run: begin(record, scope, { input: number, lease }) };
      live.queue.push(number);
      return { number };
    },

    async append(run, entries) {
      const record = held(run);
      if (record === undefined) return "fenced";
      write(record, entries, run.input);
      return { last: record.last };
    },

    async release(run, { lease }) {
      const record = held(run);
      const live = record?.live;
      if (record === undefined || live === undefined) return undefined;
      live.run = undefined;
      live.cancel = false;
      const input = live.queue.shift();
      return input === undefined ? undefined : begin(record, run.scope, { input, lease });
    },

    async heartbeat(run, { lease }) {
      const live = held(run)?.live;
      if (live?.run === undefined) return "lost";
      live.expires = Date.now() + lease;
      return live.cancel ? "cancel" : "ok";
    },

    async handOver(run) {
      const live = held(run)?.live;
      if (live?.run === undefined) return;
      live.run = { ...live.run, handovers: live.run.handovers + 1 };
      live.expires = Date.now();
    },

    async requestCancel(scope, taskId) {
      const record = find(scope, taskId);
      if (record === undefined) return "absent";
      if (record.live === undefined) return "terminal";
      if (record.live.run === undefined) return "idle";
      record.live.cancel = true;
      return "requested";
    },

    async seize(scope, taskId, { lease }) {
      const record = find(scope, taskId);
      if (record === undefined) return "absent";
      if (record.live === undefined) return "terminal";
      const { input = lastMessage(record.log), attempt, handovers } = record.live.run ?? {};
      return begin(record, scope, { input, attempt, handovers, lease });
    },

    async claimExpired({ lease, limit }) {
      const now = Date.now();
      const claimed: Run[] = [];
      for (const record of unfinished) {
        if (claimed.length >= limit) break;
        const { run, expires = 0 } = record.live ?? {};
        if (run === undefined || expires > now) continue;
        const { input, attempt, handovers } = run;
        claimed.push(begin(record, run.scope, { input, attempt: attempt + 1, handovers, lease }));
      }
      return claimed;
    },

    async claimWaiting({ waitingSince, limit, lease }) {
      const since = waitingSince.getTime();
      const claimed: Run[] = [];
      for (const record of unfinished) {
        if (claimed.length >= limit) break;
        if (record.live?.run !== undefined || !isInterrupted(record.state) || record.time >= since) continue;
        const { tenant, owner } = record.book;
        claimed.push(begin(record, { tenant, owner }, { input: lastMessage(record.log), lease }));
      }
      return claimed;
    },

    async load(scope, taskId, upTo) {
      const record = find(scope, taskId);
      if (record === undefined) return undefined;
      if (upTo === undefined || upTo >= record.last || record.log === undefined) {
        return { task: currentTask(record), last: record.last };
      }
      return { task: replay(record.log, upTo), last: upTo };
    },

    entries(scope, taskId, after, signal) {
      const record = find(scope, taskId);
      return record === undefined ? nothing() : createCursor(record, after, signal);
    },

    async list(scope, query) {
      return listTasks(books.find(scope), query);
    },

    push: push.store,

    async purge({ finishedBefore, limit }) {
      // Also where no task begins any more.
      finished.compact(Date.now() - limits.compactAfter);
      for (let purged = 0; purged < limit; purged += 1) {
        const { oldest } = finished;
        if (oldest === undefined || oldest.time >= finishedBefore.getTime()) return purged;
        forget(finished.shift());
      }
      return limit;
    },

    async close() {},
  };
}

async function* nothing(): AsyncGenerator<never> {}
