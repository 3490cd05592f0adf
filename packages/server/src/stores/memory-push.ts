import type { TaskPushNotificationConfig } from "@a2akit/types";
import type { PushConfig, PushStore, Scope } from "../task-store.ts";
import type { TaskRecord } from "./task-record.ts";

interface MemoryPushOptions {
  readonly find: (scope: Scope, taskId: string) => TaskRecord | undefined;
  /** Configs per task. */
  readonly limit: number;
}

/** The push configs, kept on the records of their tasks. */
export function createMemoryPushStore({ find, limit }: MemoryPushOptions): PushStore {
  return {
    async put(scope, config) {
      const record = find(scope, config.taskId);
      if (record === undefined) return "absent";
      record.push ??= new Map();
      if (!record.push.has(config.id) && record.push.size >= limit) return "full";
      record.push.set(config.id, config);
      return "stored";
    },
    async get(scope, taskId, id) {
      return find(scope, taskId)?.push?.get(id);
    },
    async list(scope, taskId) {
      const record = find(scope, taskId);
      return record && [...(record.push?.values() ?? [])];
    },
    async delete(scope, taskId, id) {
      find(scope, taskId)?.push?.delete(id);
    },
  };
}

/** A config that came with a message, bound to its task; one without an id is the task's only one of that kind. */
export function configOf(taskId: string, config: TaskPushNotificationConfig): PushConfig {
  return { ...config, id: config.id || taskId, taskId };
}
