import type { DatabaseSync } from "node:sqlite";
import type { Alarm } from "../../alarm.ts";
import { type ClaimOptions, type Delivery, MAX_REASON_LENGTH, type PushStore } from "../../push-store.ts";
import { formatDeliveryId, parseDeliveryId } from "../delivery-id.ts";
import { frameOf } from "../frame-of.ts";
import { readConfig, readEntry } from "./entry-format.ts";
import type { Snapshots } from "./snapshots.ts";
import { isBusy } from "./sqlite-error.ts";
import { prepare } from "./statement.ts";
import type { Transactions } from "./transactions.ts";

/** Counting costs a millisecond for so many, and holds up the process. */
const MAX_COUNTED = 100_000;

export interface OutboxOptions {
  readonly db: DatabaseSync;
  readonly transactions: Transactions;
  readonly snapshots: Snapshots;
  readonly alarm: Alarm;
  /** Milliseconds between two looks at what other processes wrote. */
  readonly pollInterval: number;
}

interface HeadRow {
  readonly key: number;
  readonly number: number;
  readonly tenant: string;
  readonly owner: string;
}

interface ClaimedRow {
  readonly task: number;
  readonly tenant: string;
  readonly owner: string;
  readonly stream: string;
  readonly opening: number;
  readonly format: number;
  readonly body: string;
}

interface Taken {
  readonly key: number;
  readonly number: number;
  readonly attempt: number;
  readonly fence: string;
}

/** Webhooks that are due and looked at in one transaction, where not all may be handed out. */
const LOOKED_AT = 500;

/** What is on its way to the webhooks. `webhook.due` is when its first delivery is due, or when the lease on it ends. */
export function createOutbox(options: OutboxOptions): Pick<PushStore, "claim" | "settle" | "backlog"> {
  const { db, transactions, snapshots, alarm, pollInterval } = options;
  const { read, write } = transactions;
  const sql = statements(db);

  function take({ lease, limit, defer }: ClaimOptions): Taken[] {
    const taken: Taken[] = [];
    for (const { key, number, ...scope } of sql.heads.all(Date.now(), defer === undefined ? limit : LOOKED_AT)) {
      if (taken.length >= limit) break;
      const wait = defer?.(scope) ?? 0;
      if (wait > 0) sql.defer.run(Date.now() + wait, key);
      else taken.push(hold(key, number, lease));
    }
    return taken;
  }
  function hold(key: number, number: number, lease: number): Taken {
    const fence = crypto.randomUUID();
    sql.hold.run(Date.now() + lease, number, fence, key);
    return { key, number, attempt: sql.attempt.get(key, number)?.attempts ?? 1, fence };
  }

  function toDelivery({ key, number, attempt, fence }: Taken): Delivery | undefined {
    // In the same transaction, its config may have been replaced.
    const row = sql.claimed.get(key, fence);
    const written = row && sql.entry.get(row.task, number);
    if (row === undefined || written === undefined) return undefined;
    const { tenant, owner, stream, opening, task } = row;
    const taskAt = () => snapshots.at(task, number);
    const frame = number === opening ? { task: taskAt() } : frameOf(readEntry(written), taskAt);
    if (frame === undefined) return undefined;
    return {
      id: formatDeliveryId(stream, number),
      scope: { tenant, owner },
      config: readConfig(row),
      number,
      frame,
      attempt,
      fence,
    };
  }

  /** Reads first: looking costs nothing, and a write transaction is a sync of the disk. */
  async function claimNow(options: ClaimOptions): Promise<Delivery[]> {
    const due = await read(() => sql.nextDue.get()?.due ?? Number.POSITIVE_INFINITY);
    if (due > Date.now()) return [];
    const taken = await write(() => take(options));
    return read(() => readable(taken));
  }

  /** One that cannot be read must not hold up the others: it stays held, and is told of when it is alone. */
  function readable(taken: readonly Taken[]): Delivery[] {
    const deliveries: Delivery[] = [];
    let failure: { readonly error: unknown } | undefined;
    for (const one of taken) {
      try {
        const delivery = toDelivery(one);
        if (delivery !== undefined) deliveries.push(delivery);
      } catch (error) {
        if (isBusy(error)) throw error;
        failure ??= { error };
      }
    }
    if (failure !== undefined && deliveries.length === 0) throw failure.error;
    return deliveries;
  }

  async function sleep(signal: AbortSignal): Promise<void> {
    const due = await read(() => sql.nextDue.get()?.due ?? Number.POSITIVE_INFINITY);
    await alarm.until(Math.min(due, Date.now() + pollInterval), signal);
  }

  return {
    async claim(options) {
      const { limit, signal } = options;
      while (!signal.aborted) {
        const claimed = limit < 1 ? [] : await claimNow(options);
        if (claimed.length > 0 || limit < 1) return claimed;
        await sleep(signal);
      }
      return [];
    },

    async settle({ id, fence }, outcome) {
      const [stream, number] = parseDeliveryId(id);
      const settled = await write(() => {
        const row = sql.held.get(stream, number, fence);
        if (row === undefined) return false;
        const reason = outcome.kind === "delivered" ? null : outcome.reason.slice(0, MAX_REASON_LENGTH);
        if (outcome.kind === "delivered") sql.remove.run(row.key, number);
        else sql.note.run(reason, outcome.kind === "dead" ? Date.now() : null, row.key, number);
        sql.free.run(outcome.kind === "retry" ? outcome.at.getTime() : Date.now(), row.key);
        return true;
      });
      alarm.ring();
      return settled ? "settled" : "lost";
    },

    backlog: () =>
      read(() => {
        const due = sql.nextDue.get()?.due ?? Number.POSITIVE_INFINITY;
        return {
          pending: sql.pending.get(MAX_COUNTED)?.count ?? 0,
          dead: sql.dead.get(MAX_COUNTED)?.count ?? 0,
          dueSince: due <= Date.now() ? new Date(due) : undefined,
        };
      }),
  };
}

function statements(db: DatabaseSync) {
  return {
    nextDue: prepare<{ due: number | null }>(db, "SELECT min(due) AS due FROM webhook WHERE due IS NOT NULL"),
    pending: prepare<{ count: number }>(
      db,
      "SELECT count(*) AS count FROM (SELECT 1 FROM outbox WHERE died IS NULL LIMIT ?)",
    ),
    dead: prepare<{ count: number }>(
      db,
      "SELECT count(*) AS count FROM (SELECT 1 FROM outbox WHERE died IS NOT NULL LIMIT ?)",
    ),
    heads: prepare<HeadRow>(
      db,
      `SELECT webhook.key, (SELECT min(number) FROM outbox WHERE webhook = webhook.key AND died IS NULL) AS number, tenant, owner
       FROM webhook JOIN task ON task.key = webhook.task WHERE due <= ? ORDER BY due LIMIT ?`,
    ),
    defer: prepare(db, "UPDATE webhook SET due = ? WHERE key = ?"),
    hold: prepare(db, "UPDATE webhook SET due = ?, sending = ?, fence = ? WHERE key = ?"),
    attempt: prepare<{ attempts: number }>(
      db,
      "UPDATE outbox SET attempts = attempts + 1 WHERE webhook = ? AND number = ? RETURNING attempts",
    ),
    claimed: prepare<ClaimedRow>(
      db,
      `SELECT task, tenant, owner, stream, opening, format, body
       FROM webhook JOIN task ON task.key = webhook.task WHERE webhook.key = ? AND webhook.fence = ?`,
    ),
    entry: prepare<{ format: number; body: string }>(
      db,
      "SELECT format, body FROM entry WHERE task = ? AND number = ?",
    ),
    held: prepare<{ key: number }>(db, "SELECT key FROM webhook WHERE stream = ? AND sending = ? AND fence = ?"),
    remove: prepare(db, "DELETE FROM outbox WHERE webhook = ? AND number = ?"),
    note: prepare(db, "UPDATE outbox SET reason = ?, died = ? WHERE webhook = ? AND number = ?"),
    /** Due at the time, where there is more. */
    free: prepare(
      db,
      `UPDATE webhook SET sending = NULL, fence = NULL,
       due = CASE WHEN EXISTS (SELECT 1 FROM outbox WHERE webhook = key AND died IS NULL) THEN ? END WHERE key = ?`,
    ),
  };
}
