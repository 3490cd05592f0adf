import type { LogEntry } from "../../log-entry.ts";
import type { PushConfig, PushStore } from "../../push-store.ts";
import type { Scope } from "../../task-store.ts";
import { frameOf } from "../frame-of.ts";
import { createMemoryOutbox, createWebhook } from "./outbox.ts";
import { currentTask, replay, type TaskRecord } from "./task-record.ts";

interface MemoryPushOptions {
  readonly find: (scope: Scope, taskId: string) => TaskRecord | undefined;
  /** Configs per task. */
  readonly limit: number;
}

export interface MemoryPush {
  readonly store: PushStore;
  hasRoom(record: TaskRecord, id: string): boolean;
  /** Stores a config and opens its stream with the Task as it is. */
  open(record: TaskRecord, scope: Scope, config: PushConfig): void;
  /** Puts entries that were just appended, the last one being the record's last, into the outbox. */
  send(record: TaskRecord, entries: readonly LogEntry[]): void;
  /** The task is gone. */
  forget(record: TaskRecord): void;
}

/** The push configs, kept on the records of their tasks, and their outbox. */
export function createMemoryPush({ find, limit }: MemoryPushOptions): MemoryPush {
  const { add, drop, ...outbox } = createMemoryOutbox();

  function hasRoom({ push }: TaskRecord, id: string): boolean {
    return push === undefined || push.has(id) || push.size < limit;
  }

  function open(record: TaskRecord, scope: Scope, config: PushConfig): void {
    record.push ??= new Map();
    const replaced = record.push.get(config.id);
    if (replaced !== undefined) drop(replaced);
    const webhook = createWebhook(scope, config);
    record.push.set(config.id, webhook);
    add(webhook, record.last, { task: currentTask(record) });
  }

  return {
    hasRoom,
    open,
    send(record, entries) {
      const { push, last, log } = record;
      if (push === undefined || push.size === 0 || log === undefined) return;
      const first = last - entries.length + 1;
      for (const [index, entry] of entries.entries()) {
        const frame = frameOf(entry, () => replay(log, first + index));
        if (frame !== undefined) for (const webhook of push.values()) add(webhook, first + index, frame);
      }
    },
    forget({ push }) {
      for (const webhook of push?.values() ?? []) drop(webhook);
    },
    store: {
      ...outbox,
      async put(scope, config) {
        const record = find(scope, config.taskId);
        if (record === undefined) return "absent";
        if (!hasRoom(record, config.id)) return "full";
        open(record, scope, config);
        return "stored";
      },
      async get(scope, taskId, id) {
        return find(scope, taskId)?.push?.get(id)?.config;
      },
      async list(scope, taskId) {
        const record = find(scope, taskId);
        return record && [...(record.push?.values() ?? [])].map(({ config }) => config);
      },
      async delete(scope, taskId, id) {
        const push = find(scope, taskId)?.push;
        const webhook = push?.get(id);
        if (webhook === undefined) return;
        push?.delete(id);
        drop(webhook);
      },
    },
  };
}
