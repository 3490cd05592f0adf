import { expect, it } from "vitest";
import { backoff } from "./backoff.ts";

const options = { webhookBackoff: 1_000, webhookBackoffMax: 60_000 };

it.each([
  { attempt: 1, chance: 0, want: 1_000 },
  { attempt: 1, chance: 1, want: 500 },
  { attempt: 2, chance: 0, want: 2_000 },
  { attempt: 2, chance: 0.5, want: 1_500 },
  { attempt: 6, chance: 0, want: 32_000 },
  { attempt: 7, chance: 0, want: 60_000 },
  { attempt: 5_000, chance: 0, want: 60_000 },
  { attempt: 5_000, chance: 1, want: 30_000 },
])("waits $want ms after attempt $attempt with chance $chance", ({ attempt, chance, want }) => {
  expect(backoff(attempt, options, chance)).toBe(want);
});

it("is a matter of chance within these bounds", () => {
  const waits = Array.from({ length: 100 }, () => backoff(1, options));
  expect(Math.min(...waits)).toBeGreaterThanOrEqual(500);
  expect(Math.max(...waits)).toBeLessThanOrEqual(1_000);
  expect(new Set(waits).size).toBeGreaterThan(50);
});
