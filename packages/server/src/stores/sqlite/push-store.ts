import type { DatabaseSync } from "node:sqlite";
import type { Alarm } from "../../alarm.ts";
import type { PushStore } from "../../push-store.ts";
import type { Scope } from "../../task-store.ts";
import { createDeadLetters } from "./dead-letters.ts";
import { createOutbox } from "./outbox.ts";
import type { Snapshots } from "./snapshots.ts";
import type { TaskTable } from "./task-table.ts";
import type { Transactions } from "./transactions.ts";
import type { WebhookTable } from "./webhook-table.ts";

export interface PushOptions {
  readonly db: DatabaseSync;
  readonly transactions: Transactions;
  readonly snapshots: Snapshots;
  readonly webhooks: WebhookTable;
  readonly find: TaskTable["find"];
  /** Rings when something may be due. */
  readonly alarm: Alarm;
  /** Milliseconds between two looks at what other processes wrote. */
  readonly pollInterval: number;
}

/** The configs, the outbox and the dead letters. */
export function createPushStore(options: PushOptions): PushStore {
  const { webhooks, find, alarm } = options;
  const { read, write } = options.transactions;

  function within<T>(scope: Scope, taskId: string, work: (key: number, last: number) => T): T | undefined {
    const row = find(scope, taskId);
    return row && work(row.key, row.last);
  }

  return {
    ...createOutbox(options),
    ...createDeadLetters(options),
    async put(scope, config) {
      const stored = await write(() =>
        within(scope, config.taskId, (key, last) => {
          if (!webhooks.hasRoom(key, config.id)) return "full" as const;
          webhooks.open(key, config, last);
          return "stored" as const;
        }),
      );
      alarm.ring();
      return stored ?? "absent";
    },
    get: (scope, taskId, id) => read(() => within(scope, taskId, (key) => webhooks.get(key, id))),
    list: (scope, taskId) => read(() => within(scope, taskId, webhooks.list)),
    async delete(scope, taskId, id) {
      await write(() => within(scope, taskId, (key) => webhooks.delete(key, id)));
    },
  };
}
