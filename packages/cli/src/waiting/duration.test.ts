import { expect, test } from "vitest";
import { formatDuration, MAX_DURATION, parseDuration } from "./duration.ts";

test.each([
  ["500ms", 500],
  ["2s", 2_000],
  ["1.5m", 90_000],
  ["1h", 3_600_000],
])("%s is %d ms", (text, want) => {
  expect(parseDuration(text)).toBe(want);
});

test.each(["", "5", "s", "-1s", "0s", "1 s", "1d", "1s2", "1e3ms"])("%j is no duration", (text) => {
  expect(() => parseDuration(text)).toThrow(/is not a duration such as 500ms, 2s or 5m/);
});

test("what no timer can wait is refused: it would be over at once", () => {
  expect(parseDuration("2147483647ms")).toBe(MAX_DURATION);
  expect(() => parseDuration("597h")).toThrow("597h is longer than 24.8 days");
});

test.each([
  [350, "350 ms"],
  [1_000, "1 s"],
  [2_540, "2.5 s"],
  [59_990, "1 min"],
  [90_000, "1 min 30 s"],
  [300_000, "5 min"],
  [3_600_000, "1 h"],
  [7_500_000, "2 h 5 min"],
])("%d ms are %s", (milliseconds, want) => {
  expect(formatDuration(milliseconds)).toBe(want);
});
