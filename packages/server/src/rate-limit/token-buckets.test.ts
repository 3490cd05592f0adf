import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createTokenBuckets } from "./token-buckets.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

it("gives what it has at once, then bit by bit, and says how long to wait", () => {
  const buckets = createTokenBuckets({ capacity: 3, refill: 3_000, entries: 10 });
  expect([1, 2, 3, 4].map(() => buckets.take("a"))).toEqual([undefined, undefined, undefined, 1_000]);
  expect(buckets.take("b")).toBeUndefined();
  vi.advanceTimersByTime(999);
  expect(buckets.take("a")).toBe(1);
  vi.advanceTimersByTime(1);
  expect(buckets.take("a")).toBeUndefined();
  expect(buckets.take("a")).toBe(1_000);
  vi.advanceTimersByTime(60_000);
  expect([1, 2, 3, 4].map(() => buckets.take("a"))).toEqual([undefined, undefined, undefined, 1_000]);
});

it("tells the wait without taking", () => {
  const buckets = createTokenBuckets({ capacity: 1, refill: 500, entries: 10 });
  expect(buckets.wait("a")).toBeUndefined();
  buckets.take("a");
  expect(buckets.wait("a")).toBe(500);
  expect(buckets.wait("a")).toBe(500);
});

it("lets owe tokens, up to a bound", () => {
  const buckets = createTokenBuckets({ capacity: 2, refill: 2_000, entries: 10, debt: 3 });
  expect(Array.from({ length: 8 }, () => buckets.take("a"))).toEqual([
    undefined,
    undefined,
    1_000,
    2_000,
    3_000,
    4_000,
    4_000,
    4_000,
  ]);
  vi.advanceTimersByTime(4_000);
  expect(buckets.take("a")).toBeUndefined();
});

it("remembers so many keys, those that were used last", () => {
  const buckets = createTokenBuckets({ capacity: 1, refill: 1e9, entries: 100 });
  buckets.take("steady");
  for (let key = 0; key < 10_000; key++) {
    buckets.take(`${key}`);
    expect(buckets.take("steady")).toBeGreaterThan(0);
  }
  expect(buckets.size()).toBe(100);
});

it("a clock that is set back costs what is in the bucket, and no more", () => {
  const buckets = createTokenBuckets({ capacity: 2, refill: 1_000, entries: 10 });
  buckets.take("a");
  vi.setSystemTime(Date.now() - 3_600_000);
  expect(buckets.wait("a")).toBe(500);
  vi.advanceTimersByTime(500);
  expect(buckets.take("a")).toBeUndefined();
});

it.each([{ capacity: 0 }, { refill: 0 }, { entries: Number.NaN }])("refuses %o", (wrong) => {
  const [name] = Object.keys(wrong);
  expect(() => createTokenBuckets({ capacity: 1, refill: 1, entries: 1, ...wrong })).toThrow(
    new RangeError(`${name} must be a number of at least 1`),
  );
});
