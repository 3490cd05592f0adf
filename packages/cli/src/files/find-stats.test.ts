import { join } from "node:path";
import { expect, test } from "vitest";
import { findStats } from "./find-stats.ts";

test("a file is found by its path", () => {
  expect(findStats(import.meta.filename)?.isFile()).toBe(true);
});

test.each([
  ["there is none", "nothing"],
  ["the path leads through a file", "find-stats.ts/x"],
  ["the name is too long for one", "x".repeat(1_000)],
  ["the name has a NUL", "\0"],
])("where %s, nothing is", (_, path) => {
  expect(findStats(join(import.meta.dirname, path))).toBeUndefined();
});
