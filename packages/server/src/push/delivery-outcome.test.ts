import { expect, it } from "vitest";
import { outcomeOf } from "./delivery-outcome.ts";
import type { DeliveryAttempt } from "./push-notification-sender.ts";

const options = { webhookAttempts: 3, webhookBackoff: 1_000, webhookBackoffMax: 60_000, now: 0 };
const failed = (more: object = {}): DeliveryAttempt => ({ kind: "failed", reason: "HTTP 500", ...more });
const dead = { kind: "dead", reason: "HTTP 500" };

it.each([
  { result: { kind: "delivered" } as const, attempt: 3, want: { kind: "delivered" } },
  { result: failed(), attempt: 3, want: dead },
  { result: failed(), attempt: 4, want: dead },
  { result: failed({ final: true }), attempt: 1, want: dead },
  { result: failed({ final: false, retryAfter: 5_000 }), attempt: 3, want: dead },
])("$result.kind in attempt $attempt of 3 is $want.kind", ({ result, attempt, want }) => {
  expect(outcomeOf(result, attempt, options)).toEqual(want);
});

it.each([
  { result: failed(), attempt: 1, from: 500, to: 1_000 },
  { result: failed(), attempt: 2, from: 1_000, to: 2_000 },
  { result: failed({ retryAfter: 100 }), attempt: 1, from: 500, to: 1_000 },
  { result: failed({ retryAfter: 7_000 }), attempt: 1, from: 7_000, to: 7_000 },
  { result: failed({ retryAfter: 999_999_999 }), attempt: 1, from: 60_000, to: 60_000 },
])("$result in attempt $attempt is due again after $from to $to ms", ({ result, attempt, from, to }) => {
  const outcome = outcomeOf(result, attempt, options);
  const at = outcome.kind === "retry" ? outcome.at.getTime() : Number.NaN;
  expect(at).toBeGreaterThanOrEqual(from);
  expect(at).toBeLessThanOrEqual(to);
});
