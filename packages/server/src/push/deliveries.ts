import { createAlarm } from "../alarm.ts";
import type { Limits, Timing } from "../limits.ts";
import type { Observation, Observed } from "../observe/combine.ts";
import type { OnError } from "../observe/create-observation.ts";
import { observeDelivery } from "../observe/observe-delivery.ts";
import type { Delivery, DeliveryOutcome } from "../push-store.ts";
import type { TaskStore } from "../task-store.ts";
import { unref } from "../timers.ts";
import { outcomeOf } from "./delivery-outcome.ts";
import { createOwnerShares } from "./owner-shares.ts";
import type { DeliveryAttempt, PushNotificationSender } from "./push-notification-sender.ts";

export interface DeliveriesOptions {
  readonly store: Pick<TaskStore, "push">;
  readonly sender: PushNotificationSender;
  readonly limits: Pick<Limits, "webhookAttempts" | "webhooksAtOnce" | "webhooksPerOwner">;
  readonly timing: Pick<Timing, "lease" | "webhookTimeout" | "webhookBackoff" | "webhookBackoffMax">;
  readonly onError: OnError;
  readonly observation?: Observation | undefined;
}

/** Takes what is in the outbox of the store to the webhooks. */
export interface Deliveries {
  start(): void;
  /** Claims no more. What is under way has so many milliseconds to end; what is cut off then is due again at once. */
  close(grace: number): Promise<void>;
}

/** Milliseconds that a sender has to end an attempt that was aborted; its place is free then in any case. */
const ABORT_GRACE = 1_000;

/** Deliveries that are claimed at a time. */
const BATCH = 100;

const CLOSED = "The server closed during the attempt";

export function createDeliveries({
  store,
  sender,
  limits,
  timing,
  onError,
  observation,
}: DeliveriesOptions): Deliveries {
  const { lease, webhookTimeout } = timing;
  const stopping = new AbortController();
  const underWay = new Map<AbortController, Promise<void>>();
  const shares = createOwnerShares(limits.webhooksPerOwner);
  const alarm = createAlarm();
  let loop: Promise<void> | undefined;

  async function work(): Promise<void> {
    const { signal } = stopping;
    while (!signal.aborted) {
      const room = Math.floor(limits.webhooksAtOnce - underWay.size);
      if (room < 1) await alarm.until(Number.POSITIVE_INFINITY, signal);
      else for (const delivery of await claim(Math.min(room, BATCH), signal)) begin(delivery);
    }
  }

  async function claim(limit: number, signal: AbortSignal): Promise<Delivery[]> {
    shares.reset();
    try {
      const { defer } = shares;
      return await store.push.claim({ lease: webhookTimeout + ABORT_GRACE + lease, limit, signal, defer });
    } catch (error) {
      onError(error, {});
      await alarm.until(Date.now() + timing.webhookBackoff, signal);
      return [];
    }
  }

  function begin(delivery: Delivery): void {
    const controller = new AbortController();
    const end = shares.begin(delivery.scope);
    const done = deliver(delivery, controller)
      .catch((error) => onError(error, { taskId: delivery.config.taskId }))
      .finally(() => {
        end();
        underWay.delete(controller);
        alarm.ring();
      });
    underWay.set(controller, done);
  }

  async function deliver(delivery: Delivery, controller: AbortController): Promise<void> {
    const observed = observation && observeDelivery(observation, delivery);
    const attempt = await attemptOnce(delivery, controller, observed?.observer);
    const cut = controller.signal.reason === CLOSED && attempt.kind === "failed";
    const options = { ...timing, ...limits, now: Date.now() };
    const outcome = cut ? dueAgain() : outcomeOf(attempt, delivery.attempt, options);
    observed?.end(outcome, attempt);
    const settled = await store.push.settle(delivery, outcome);
    if (settled === "settled" && outcome.kind === "dead") report(delivery, outcome.reason);
  }

  /** Ends with the sender, or soon after the time is up. */
  function attemptOnce(delivery: Delivery, controller: AbortController, observer?: Observed): Promise<DeliveryAttempt> {
    const { signal } = controller;
    const timeout = `No answer within ${webhookTimeout} ms`;
    const timer = setTimeout(() => controller.abort(timeout), webhookTimeout);
    return new Promise<DeliveryAttempt>((resolve) => {
      const fail = (reason: string): void => resolve({ kind: "failed", reason });
      const giveUp = (): void => unref(setTimeout(() => fail(String(signal.reason)), ABORT_GRACE));
      signal.addEventListener("abort", giveUp, { once: true });
      send(delivery, signal, observer).then(resolve, (error) => {
        onError(error, { taskId: delivery.config.taskId });
        fail("The sender failed");
      });
    }).finally(() => clearTimeout(timer));
  }

  /** One that throws at once has failed like any other. */
  const send = async (delivery: Delivery, signal: AbortSignal, observer?: Observed): Promise<DeliveryAttempt> =>
    observer === undefined
      ? sender.send(delivery, signal, {})
      : observer.within(() => sender.send(delivery, signal, observer.headers()));

  /** Names the webhook by its id: a URL may hold secrets. */
  function report({ config, attempt }: Delivery, reason: string): void {
    const { id, taskId } = config;
    onError(new Error(`Gave up a frame for the webhook ${id} of task ${taskId} at attempt ${attempt}: ${reason}`), {
      taskId,
    });
  }

  return {
    start() {
      if (!stopping.signal.aborted) loop ??= work();
    },
    async close(grace) {
      stopping.abort();
      await loop;
      const cut = setTimeout(() => {
        for (const controller of underWay.keys()) controller.abort(CLOSED);
      }, grace);
      await Promise.all(underWay.values());
      clearTimeout(cut);
    },
  };
}

function dueAgain(): DeliveryOutcome {
  return { kind: "retry", at: new Date(), reason: CLOSED };
}
