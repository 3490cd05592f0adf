import { describe, expect, it } from "vitest";
import { median, pairedRatio, quantile } from "./statistics.ts";

describe("median", () => {
  it.each([
    { values: [3], want: 3 },
    { values: [9, 1, 5], want: 5 },
    { values: [4, 1, 3, 2], want: 2.5 },
    { values: [10, 9, 100], want: 10 },
  ])("of $values is $want", ({ values, want }) => expect(median(values)).toBe(want));

  it("leaves its input in order", () => {
    const values = [3, 1, 2];
    median(values);
    expect(values).toEqual([3, 1, 2]);
  });

  it("of nothing is an error", () => expect(() => median([])).toThrow(RangeError));
});

describe("quantile", () => {
  const hundred = Array.from({ length: 100 }, (_, index) => 100 - index);
  it.each([
    { q: 0, want: 1 },
    { q: 0.5, want: 50 },
    { q: 0.99, want: 99 },
    { q: 1, want: 100 },
  ])("$q of 1…100 is $want", ({ q, want }) => expect(quantile(hundred, q)).toBe(want));

  it("of few values is one of them", () => expect(quantile([1, 2, 3], 0.99)).toBe(3));
});

describe("pairedRatio", () => {
  it("compares entry by entry", () => expect(pairedRatio([2, 40, 6], [1, 10, 3])).toBe(2));
  it("wants as many on both sides", () => expect(() => pairedRatio([1], [1, 2])).toThrow("1 values against 2"));
});
