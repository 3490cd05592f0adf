import { expect, test } from "vitest";
import type { Change, SpecDiff } from "../diff/change.ts";
import { bumpsOf, changesetName, readChangeset, writeChangeset } from "./changeset.ts";

const known = new Set(["@a2akit/types", "@a2akit/schemas"]);

const change = (message: string, level: "major" | "minor" | "patch"): Change => ({
  code: "member-added",
  subject: "Task.x",
  message,
  packages: { "@a2akit/types": { level, reason: "because" } },
});

const diff: SpecDiff = {
  name: "acme",
  old: { title: "Acme", version: "1.0", sha256: "0".repeat(64) },
  new: { title: "Acme", version: "1.1", sha256: `0123456789${"0".repeat(54)}` },
  changes: [change("must be there", "major"), change("may be there", "minor")],
  packages: { "@a2akit/types": "major", "@a2akit/cli": "patch" },
};

test("names packages that there are, and says what breaks first", () => {
  expect(writeChangeset(diff, known)).toBe(
    [
      "---",
      '"@a2akit/types": major',
      "---",
      "",
      "The dialect `acme` follows Acme 1.1, after 1.0.",
      "",
      "Breaking:",
      "",
      "- `Task.x` must be there",
      "",
      "New:",
      "",
      "- `Task.x` may be there",
      "",
    ].join("\n"),
  );
  expect(changesetName(diff)).toBe("spec-acme-01234567.md");
});

test("of a long list the changelog gets the beginning", () => {
  const changes = Array.from({ length: 20 }, (_, i) => change(`${i}`, "major"));
  const text = writeChangeset({ ...diff, changes }, known) ?? "";
  expect(text.match(/^- /gm)).toHaveLength(13);
  expect(text).toContain("- and 8 more");
});

test("is not written when nobody notices", () => {
  expect(writeChangeset({ ...diff, packages: {} }, known)).toBeUndefined();
  expect(writeChangeset({ ...diff, packages: { "@a2akit/cli": "patch" } }, known)).toBeUndefined();
});

test("is read back as it was written", () => {
  expect(readChangeset(writeChangeset(diff, known) ?? "")).toEqual(new Map([["@a2akit/types", "major"]]));
  expect(bumpsOf(diff)).toEqual(
    new Map([
      ["@a2akit/types", "major"],
      ["@a2akit/cli", "patch"],
    ]),
  );
});

test.each([
  [
    "---\n'@a2akit/types': minor\n\"@a2akit/schemas\": patch\n---\n\ntext",
    { "@a2akit/types": "minor", "@a2akit/schemas": "patch" },
  ],
  ["---\r\n'a': major\r\n---\r\n", { a: "major" }],
  ["---\n'a': none\n---\ntext", {}],
  ["---\n---\n\nnothing to release", {}],
  ["---\na: [\n---\n", undefined],
  ["# no front matter", undefined],
])("%j claims %j", (text, want) => {
  const bumps = readChangeset(text);
  expect(bumps && Object.fromEntries(bumps)).toEqual(want);
});
