import { expect, test } from "vitest";
import type { Level } from "../diff/change.ts";
import { shortfalls } from "./judge-bumps.ts";

const fixed = [["types", "schemas", "server"]];

const rows: readonly {
  readonly needed: Readonly<Record<string, Level>>;
  readonly claimed: Readonly<Record<string, Level>>;
  readonly want: readonly string[];
}[] = [
  { needed: {}, claimed: {}, want: [] },
  { needed: { cli: "patch" }, claimed: {}, want: ["cli patch none"] },
  { needed: { cli: "patch" }, claimed: { cli: "patch" }, want: [] },
  { needed: { cli: "minor" }, claimed: { cli: "major" }, want: [] },
  { needed: { cli: "major" }, claimed: { cli: "minor" }, want: ["cli major minor"] },
  { needed: { types: "minor", schemas: "major" }, claimed: { schemas: "major" }, want: [] },
  { needed: { types: "major" }, claimed: { server: "minor" }, want: ["types major minor"] },
  { needed: { types: "major" }, claimed: { cli: "major" }, want: ["types major none"] },
  { needed: { cli: "minor" }, claimed: { types: "major" }, want: ["cli minor none"] },
];

test.each(rows)("$needed against $claimed", ({ needed, claimed, want }) => {
  const found = shortfalls(new Map(Object.entries(needed)), new Map(Object.entries(claimed)), fixed);
  expect(found.map((gap) => `${gap.name} ${gap.needed} ${gap.claimed ?? "none"}`)).toEqual(want);
});
