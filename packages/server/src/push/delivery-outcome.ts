import type { Limits, Timing } from "../limits.ts";
import type { DeliveryOutcome } from "../push-store.ts";
import { backoff } from "./backoff.ts";
import type { DeliveryAttempt } from "./push-notification-sender.ts";

export interface OutcomeOptions
  extends Pick<Limits, "webhookAttempts">,
    Pick<Timing, "webhookBackoff" | "webhookBackoffMax"> {
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** What becomes of a delivery after its nth attempt, from 1. */
export function outcomeOf(result: DeliveryAttempt, attempt: number, options: OutcomeOptions): DeliveryOutcome {
  if (result.kind === "delivered") return { kind: "delivered" };
  const { reason, final = false, retryAfter = 0 } = result;
  if (final || attempt >= options.webhookAttempts) return { kind: "dead", reason };
  const wait = Math.min(Math.max(backoff(attempt, options), retryAfter), options.webhookBackoffMax);
  return { kind: "retry", at: new Date(options.now + wait), reason };
}
