import { expect, test } from "vitest";
import { formatDifference } from "./format-difference.ts";

const lines = (...text: string[]) => text.join("\n");

const numbers = Array.from({ length: 1000 }, (_, i) => `${i}`);

test.each([
  ["an edited line", lines("a", "b", "c", "d"), lines("a", "x", "c", "d"), ["  @ 2", "  - b", "  + x"]],
  ["a new line", lines("a", "b", "c"), lines("a", "x", "b", "c"), ["  @ 2", "  + x"]],
  ["a lost line", lines("a", "x", "b", "c"), lines("a", "b", "c"), ["  @ 2", "  - x"]],
  [
    "two places",
    lines("a", "b", "c", "d", "e"),
    lines("x", "b", "c", "d", "y"),
    ["  @ 1", "  - a", "  + x", "  @ 5", "  - e", "  + y"],
  ],
  [
    "two places far apart",
    lines("a", ...numbers, "b", ...numbers, "c"),
    lines("x", ...numbers, "b", ...numbers, "y"),
    ["  @ 1", "  - a", "  + x", "  @ 2003", "  - c", "  + y"],
  ],
  ["everything", "a", "b", ["  @ 1", "  - a", "  + b"]],
])("%s", (_name, before, after, want) => {
  expect(formatDifference({ path: "f.ts", kind: "changed", before, after })).toBe(lines("changed: f.ts", ...want));
});

test("a long difference is cut", () => {
  const before = Array.from({ length: 100 }, (_, i) => `${i}`).join("\n");
  expect(formatDifference({ path: "f.ts", kind: "changed", before, after: "" })).toMatch(/\n {2}… \d+ more lines$/);
});

test("missing and stray files have no lines", () => {
  expect(formatDifference({ path: "f.ts", kind: "stray" })).toBe("stray: f.ts");
  expect(formatDifference({ path: "f.ts", kind: "missing", after: "a" })).toBe("missing: f.ts");
});
