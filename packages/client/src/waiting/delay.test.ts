import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { delay, LONGEST_DELAY } from "./delay.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test.each([
  [1_000, 1_000],
  [LONGEST_DELAY, LONGEST_DELAY],
  [LONGEST_DELAY + 1, LONGEST_DELAY],
  [Number.POSITIVE_INFINITY, LONGEST_DELAY],
])("%d ms are waited for as long as a timer can, not overrun", async (milliseconds, want) => {
  const start = Date.now();
  const waiting = delay(milliseconds);
  await vi.advanceTimersByTimeAsync(want - 1);
  expect(vi.getTimerCount()).toBe(1);
  await vi.runAllTimersAsync();
  await waiting;
  expect(Date.now() - start).toBe(want);
});

test("an abort ends it, before it begins too", async () => {
  const controller = new AbortController();
  const waiting = delay(1_000, controller.signal);
  controller.abort("enough");
  await expect(waiting).rejects.toBe("enough");
  await expect(delay(1_000, controller.signal)).rejects.toBe("enough");
  expect(vi.getTimerCount()).toBe(0);
});
