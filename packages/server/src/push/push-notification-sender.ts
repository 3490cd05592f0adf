import type { Delivery } from "../push-store.ts";

/** What came of one attempt to deliver. */
export type DeliveryAttempt =
  | {
      readonly kind: "delivered";
      /** HTTP status of the answer, where the sender knows it. */
      readonly status?: number;
    }
  | {
      readonly kind: "failed";
      /** For the operator. Tells nothing of credentials, nor of the query of the URL. */
      readonly reason: string;
      /** Another attempt would fail the same way. */
      readonly final?: boolean;
      /** Milliseconds for which the webhook asked to be left alone. */
      readonly retryAfter?: number;
      readonly status?: number;
    };

/**
 * Takes frames to webhooks (A2A §4.3.3). What it delivers, when, how often and how many at a time is the handler's part.
 * `createPushSender` of `@a2akit/server/node` is the one for Node.
 */
export interface PushNotificationSender {
  /**
   * Whether a webhook may be configured: `undefined`, or what is wrong with its URL, in words for the caller. A name that
   * does not resolve may be: it counts what it resolves to when a frame is sent.
   */
  check(url: string): Promise<string | undefined>;
  /** One attempt. `headers` go with it, such as `traceparent`. Ends soon after the signal aborts; one that rejects has failed, and is reported. */
  send(delivery: Delivery, signal: AbortSignal, headers?: Readonly<Record<string, string>>): Promise<DeliveryAttempt>;
}
