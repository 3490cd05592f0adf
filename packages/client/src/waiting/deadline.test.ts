import { TransportError } from "@a2akit/protocol";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createDeadline } from "./deadline.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test("when the time is up, and no sooner, the signal aborts with a TransportError", () => {
  const { signal } = createDeadline(1_000);
  vi.advanceTimersByTime(999);
  expect(signal.aborted).toBe(false);
  vi.advanceTimersByTime(1);
  expect(signal.reason).toBeInstanceOf(TransportError);
  expect(signal.reason).toMatchObject({ message: "No answer within 1000 ms", cause: { name: "TimeoutError" } });
});

test("a deadline that is cleared never aborts, and leaves no timer", () => {
  const { signal, clear } = createDeadline(1_000);
  clear();
  vi.advanceTimersByTime(2_000);
  expect(signal.aborted).toBe(false);
  expect(vi.getTimerCount()).toBe(0);
});

test.each([Number.POSITIVE_INFINITY, 2 ** 31])("%d ms is no limit, not an overflow of the timer", (timeout) => {
  const { signal } = createDeadline(timeout);
  vi.advanceTimersByTime(10_000);
  expect(signal.aborted).toBe(false);
});

test("a signal of the caller ends it with its own reason", () => {
  const caller = new AbortController();
  const { signal } = createDeadline(1_000, caller.signal);
  caller.abort("enough");
  expect(signal.reason).toBe("enough");
});
