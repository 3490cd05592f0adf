import type { DatabaseSync } from "node:sqlite";
import type { Alarm } from "../../alarm.ts";
import { invalidParams } from "../../invalid-params.ts";
import { DEFAULT_PAGE_SIZE } from "../../limits.ts";
import type { DeadDelivery, PushStore } from "../../push-store.ts";
import { formatDeliveryId, parseDeliveryId } from "../delivery-id.ts";
import { readConfig } from "./entry-format.ts";
import { prepare } from "./statement.ts";
import type { Transactions } from "./transactions.ts";

export interface DeadLettersOptions {
  readonly db: DatabaseSync;
  readonly transactions: Transactions;
  readonly alarm: Alarm;
}

interface DeadRow {
  readonly webhook: number;
  readonly stream: string;
  readonly number: number;
  readonly attempts: number;
  readonly reason: string;
  readonly died: number;
  readonly tenant: string;
  readonly owner: string;
  readonly format: number;
  readonly body: string;
}

/** Whose deliveries, where a scope is given. */
const SCOPED = "(? IS NULL OR (task.tenant = ? AND task.owner = ?))";

/** What was given up: to look at, and to send after all. */
export function createDeadLetters(options: DeadLettersOptions): Pick<PushStore, "dead" | "replay"> {
  const { db, alarm } = options;
  const { read, write } = options.transactions;
  const sql = {
    dead: prepare<DeadRow>(
      db,
      `SELECT outbox.webhook, stream, outbox.number, attempts, reason, died, tenant, owner, format, body
       FROM outbox JOIN webhook ON webhook.key = outbox.webhook JOIN task ON task.key = webhook.task
       WHERE died IS NOT NULL AND (died, outbox.webhook, outbox.number) > (?, ?, ?) AND ${SCOPED}
       ORDER BY died, outbox.webhook, outbox.number LIMIT ?`,
    ),
    buried: prepare<{ key: number }>(
      db,
      `SELECT webhook.key FROM webhook JOIN task ON task.key = webhook.task
       JOIN outbox ON outbox.webhook = webhook.key
       WHERE stream = ? AND outbox.number = ? AND died IS NOT NULL AND ${SCOPED}`,
    ),
    revive: prepare(db, "UPDATE outbox SET died = NULL, reason = NULL, attempts = 0 WHERE webhook = ? AND number = ?"),
    dueNow: prepare(db, "UPDATE webhook SET due = ? WHERE key = ? AND fence IS NULL"),
  };

  return {
    async dead({ scope, pageSize = DEFAULT_PAGE_SIZE, pageToken }) {
      const after = pageToken ? parseToken(pageToken) : [0, 0, 0];
      const { tenant = null, owner = null } = scope ?? {};
      const rows = await read(() => sql.dead.all(...after, tenant, tenant, owner, pageSize + 1));
      const page = rows.slice(0, pageSize);
      const last = page.at(-1);
      return {
        deliveries: page.map(toDead),
        nextPageToken: rows.length > pageSize && last ? formatToken(last) : "",
      };
    },

    async replay(ids, scope) {
      const { tenant = null, owner = null } = scope ?? {};
      const replayed = await write(() => {
        let count = 0;
        for (const [stream, number] of ids.map(parseDeliveryId)) {
          const row = sql.buried.get(stream, number, tenant, tenant, owner);
          if (row === undefined) continue;
          sql.revive.run(row.key, number);
          sql.dueNow.run(Date.now(), row.key);
          count += 1;
        }
        return count;
      });
      if (replayed > 0) alarm.ring();
      return replayed;
    },
  };
}

function toDead(row: DeadRow): DeadDelivery {
  const { stream, number, attempts, reason, died, tenant, owner } = row;
  const { taskId, id: configId, url } = readConfig(row);
  const scope = { tenant, owner };
  return {
    id: formatDeliveryId(stream, number),
    scope,
    taskId,
    configId,
    url,
    number,
    attempts,
    reason,
    diedAt: new Date(died),
  };
}

function formatToken({ died, webhook, number }: DeadRow): string {
  return [died, webhook, number].map((value) => value.toString(36)).join(".");
}

function parseToken(token: string): number[] {
  if (!/^[0-9a-z]{1,10}(\.[0-9a-z]{1,10}){2}$/.test(token)) {
    throw invalidParams([{ field: "pageToken", description: "is not a token of this list" }]);
  }
  return token.split(".").map((value) => Number.parseInt(value, 36));
}
