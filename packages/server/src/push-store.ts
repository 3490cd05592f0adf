import type { StreamResponse, TaskPushNotificationConfig } from "@a2akit/types";
import type { Lease, Scope } from "./task-store.ts";

/** A config as it is stored: id and task are known. */
export type PushConfig = TaskPushNotificationConfig & { readonly id: string; readonly taskId: string };

/** One frame on its way to one webhook, held by whoever claimed it. */
export interface Delivery {
  /** The same in every attempt, and no other delivery's. */
  readonly id: string;
  readonly scope: Scope;
  readonly config: PushConfig;
  /** Number of the log entry; the opening Task frame carries the number it is folded up to. */
  readonly number: number;
  readonly frame: StreamResponse;
  /** 1 for the first attempt; attempts that a dead process began count too. */
  readonly attempt: number;
  /** Only the newest claim of a delivery may settle it. */
  readonly fence: string;
}

export type DeliveryOutcome =
  | { readonly kind: "delivered" }
  /** Not before the time; what follows for the same webhook waits behind it. */
  | { readonly kind: "retry"; readonly at: Date; readonly reason: string }
  /** Given up; the webhook goes on with its next frame. */
  | { readonly kind: "dead"; readonly reason: string };

export interface ClaimOptions extends Lease {
  /** Deliveries that are handed out at most. */
  readonly limit: number;
  readonly signal: AbortSignal;
  /**
   * Asked once for each delivery that is about to be handed out: 0 lets it go; else the store leaves it alone for so many
   * milliseconds, as if it were not due, and hands out others. It counts as no attempt. Default: all may go.
   */
  readonly defer?: (scope: Scope) => number;
}

/** A delivery that was given up. Tells nothing of the credentials. */
export interface DeadDelivery extends Pick<Delivery, "id" | "scope" | "number"> {
  readonly taskId: string;
  readonly configId: string;
  readonly url: string;
  readonly attempts: number;
  readonly reason: string;
  readonly diedAt: Date;
}

export interface DeadQuery {
  /** Without one: of everybody, for the operator. */
  readonly scope?: Scope;
  /** Default 50. */
  readonly pageSize?: number;
  readonly pageToken?: string;
}

/** What lies in the outbox. */
export interface OutboxBacklog {
  /** Frames that wait for delivery, or for another attempt. A store may stop counting at 100,000. */
  readonly pending: number;
  /** Frames that were given up. */
  readonly dead: number;
  /** When the oldest of those that are due, and that nobody holds, became so; `undefined`: none is. */
  readonly dueSince: Date | undefined;
}

export interface DeadPage {
  /** In the order in which they were given up. */
  readonly deliveries: readonly DeadDelivery[];
  /** Empty on the last page. */
  readonly nextPageToken: string;
}

/**
 * The push notification configs of tasks (A2A §3.1.7–3.1.10), and the outbox of what they have coming. Both go when their
 * task goes.
 *
 * A webhook gets the frames of a stream that was opened when its config was stored: the Task, then every later entry that
 * has a frame, until the task ends. Each is put into the outbox in the same transaction as the entry it tells of.
 */
export interface PushStore {
  /**
   * Stores the config and puts the Task as it is into its outbox. One that replaces another of the same `id` keeps its
   * place in the list and starts anew: the opening Task holds all that was still on its way.
   */
  put(scope: Scope, config: PushConfig): Promise<"stored" | "absent" | "full">;
  get(scope: Scope, taskId: string, id: string): Promise<PushConfig | undefined>;
  /** In order of creation; `undefined` where there is no such task. */
  list(scope: Scope, taskId: string): Promise<readonly PushConfig[] | undefined>;
  /** Takes what is on its way, and what was given up, with it. */
  delete(scope: Scope, taskId: string, id: string): Promise<void>;
  /**
   * Deliveries that are due, at most one per config: the next of that config is handed out when this one is settled, so
   * that order holds. Waits until there is one, or resolves with none when the signal aborts. A delivery that is not
   * settled within the lease is handed out again.
   */
  claim(options: ClaimOptions): Promise<Delivery[]>;
  /** `lost`: the lease ran out and somebody else holds the delivery now, or its config is gone. */
  settle(delivery: Pick<Delivery, "id" | "fence">, outcome: DeliveryOutcome): Promise<"settled" | "lost">;
  /** @throws A2AError InvalidParams for a page token that this store did not issue. */
  dead(query: DeadQuery): Promise<DeadPage>;
  /** Of everybody, for the operator. */
  backlog(): Promise<OutboxBacklog>;
  /** Makes dead deliveries due again, ahead of younger ones, as if never tried; resolves with how many there were. */
  replay(ids: readonly string[], scope?: Scope): Promise<number>;
}

/** Characters of a `reason` that are kept. */
export const MAX_REASON_LENGTH = 500;
