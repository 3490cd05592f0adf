import type { StreamResponse } from "@a2akit/types";
import { createAlarm } from "../../alarm.ts";
import { invalidParams } from "../../invalid-params.ts";
import { DEFAULT_PAGE_SIZE } from "../../limits.ts";
import {
  type ClaimOptions,
  type DeadDelivery,
  type Delivery,
  MAX_REASON_LENGTH,
  type PushConfig,
  type PushStore,
} from "../../push-store.ts";
import type { Scope } from "../../task-store.ts";
import { formatDeliveryId, parseDeliveryId } from "../delivery-id.ts";

/** A frame in the outbox. */
interface Outgoing {
  readonly number: number;
  readonly frame: StreamResponse;
  attempts: number;
}

/** A config with what is on its way to it, in order. */
export interface Webhook {
  readonly scope: Scope;
  readonly config: PushConfig;
  /** Names its deliveries. */
  readonly stream: string;
  readonly outgoing: Outgoing[];
  /** When the first of them is due, or when its lease runs out (milliseconds). */
  due: number;
  fence: string | undefined;
}

interface Dead {
  readonly webhook: Webhook;
  readonly item: Outgoing;
  readonly delivery: DeadDelivery;
  /** Counts those that were given up, from 1. */
  readonly order: number;
}

export interface MemoryOutbox extends Pick<PushStore, "claim" | "settle" | "dead" | "backlog" | "replay"> {
  add(webhook: Webhook, number: number, frame: StreamResponse): void;
  drop(webhook: Webhook): void;
}

export function createWebhook(scope: Scope, config: PushConfig): Webhook {
  return { scope, config, stream: crypto.randomUUID(), outgoing: [], due: 0, fence: undefined };
}

export function createMemoryOutbox(): MemoryOutbox {
  /** Those with something on its way, by stream. */
  const busy = new Map<string, Webhook>();
  const dead = new Map<string, Dead>();
  let buried = 0;
  const alarm = createAlarm();

  function take({ lease, limit, defer }: ClaimOptions): Delivery[] {
    const now = Date.now();
    const taken: Delivery[] = [];
    for (const webhook of busy.values()) {
      if (taken.length >= limit) break;
      const [first] = webhook.outgoing;
      if (first === undefined || webhook.due > now) continue;
      const wait = defer?.(webhook.scope) ?? 0;
      if (wait > 0) {
        webhook.due = now + wait;
        continue;
      }
      first.attempts += 1;
      webhook.due = now + lease;
      webhook.fence = crypto.randomUUID();
      const { scope, config, fence } = webhook;
      taken.push({
        id: formatDeliveryId(webhook.stream, first.number),
        scope,
        config,
        number: first.number,
        frame: first.frame,
        attempt: first.attempts,
        fence,
      });
    }
    return taken;
  }

  /** When the first of all is due; `Infinity` where there is none. */
  function nextDue(): number {
    let next = Number.POSITIVE_INFINITY;
    for (const { due } of busy.values()) next = Math.min(next, due);
    return next;
  }

  function bury(webhook: Webhook, item: Outgoing, reason: string): void {
    const { scope, config } = webhook;
    const id = formatDeliveryId(webhook.stream, item.number);
    const delivery = {
      id,
      scope,
      number: item.number,
      taskId: config.taskId,
      configId: config.id,
      url: config.url,
      attempts: item.attempts,
      reason: reason.slice(0, MAX_REASON_LENGTH),
      diedAt: new Date(),
    };
    buried += 1;
    dead.set(id, { webhook, item, delivery, order: buried });
  }

  return {
    add(webhook, number, frame) {
      if (webhook.outgoing.length === 0) webhook.due = Date.now();
      webhook.outgoing.push({ number, frame, attempts: 0 });
      busy.set(webhook.stream, webhook);
      alarm.ring();
    },

    drop({ stream }) {
      busy.delete(stream);
      for (const [id, { webhook }] of dead) if (webhook.stream === stream) dead.delete(id);
    },

    async claim(options) {
      const { limit, signal } = options;
      while (!signal.aborted) {
        const taken = take(options);
        if (taken.length > 0 || limit < 1) return taken;
        await alarm.until(nextDue(), signal);
      }
      return [];
    },

    async settle({ id, fence }, outcome) {
      const [stream] = parseDeliveryId(id);
      const webhook = busy.get(stream);
      const first = webhook?.outgoing[0];
      if (webhook?.fence !== fence || first === undefined) return "lost";
      webhook.fence = undefined;
      webhook.due = outcome.kind === "retry" ? outcome.at.getTime() : Date.now();
      if (outcome.kind !== "retry") webhook.outgoing.shift();
      if (outcome.kind === "dead") bury(webhook, first, outcome.reason);
      if (webhook.outgoing.length === 0) busy.delete(webhook.stream);
      alarm.ring();
      return "settled";
    },

    async dead({ scope, pageSize = DEFAULT_PAGE_SIZE, pageToken }) {
      // The last one of a page may be replayed, or gone, before the next page is asked for.
      const after = pageToken ? parseToken(pageToken) : 0;
      const found: Dead[] = [];
      for (const each of dead.values()) {
        if (each.order > after && includes(scope, each.delivery.scope)) found.push(each);
        if (found.length > pageSize) break;
      }
      const page = found.slice(0, pageSize);
      return {
        deliveries: page.map(({ delivery }) => delivery),
        nextPageToken: found.length > pageSize ? String(page.at(-1)?.order ?? "") : "",
      };
    },

    async backlog() {
      let pending = 0;
      for (const { outgoing } of busy.values()) pending += outgoing.length;
      const oldest = nextDue();
      return { pending, dead: dead.size, dueSince: oldest <= Date.now() ? new Date(oldest) : undefined };
    },

    async replay(ids, scope) {
      let replayed = 0;
      for (const id of ids) {
        const found = dead.get(id);
        if (found === undefined || !includes(scope, found.delivery.scope)) continue;
        const { webhook, item } = found;
        dead.delete(id);
        item.attempts = 0;
        // An attempt that is under way belongs to the first: it stays first until it is settled.
        const held = webhook.fence === undefined ? 0 : 1;
        const place = webhook.outgoing.findIndex(({ number }, index) => index >= held && number > item.number);
        webhook.outgoing.splice(place < 0 ? webhook.outgoing.length : place, 0, item);
        if (held === 0) webhook.due = Date.now();
        busy.set(webhook.stream, webhook);
        replayed += 1;
      }
      if (replayed > 0) alarm.ring();
      return replayed;
    },
  };
}

function includes(scope: Scope | undefined, { tenant, owner }: Scope): boolean {
  return scope === undefined || (scope.tenant === tenant && scope.owner === owner);
}

function parseToken(token: string): number {
  if (/^\d{1,15}$/.test(token)) return Number(token);
  throw invalidParams([{ field: "pageToken", description: "is not a token of this list" }]);
}
