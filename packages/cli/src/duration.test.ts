import { expect, test } from "vitest";
import { parseDuration } from "./duration.ts";

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
