import { type SpecDiff, weightOf } from "../../diff/change.ts";
import { formatFinding } from "../../findings.ts";
import type { Shortfall } from "../judge-bumps.ts";
import type { CheckResult } from "./check-specs.ts";

/** The most changes of one spec that are named; a diff shows them all. */
const MAX_NAMED = 8;

const advice =
  "`pnpm spec:check --write` writes what is missing, as `pnpm spec:update` does. docs/spec-updates.md says how changes are judged.\n";

/** What has changed `since` the base, and what the changesets lack. */
export function renderCheck({ diffs, findings, changesets, missing }: CheckResult, since: string): string {
  if (findings.length > 0)
    return `${findings.map(formatFinding).join("\n")}\nThe specs cannot be compared with those at ${since}.\n`;
  if (diffs.length === 0) return `No spec has changed since ${since}.\n`;
  const claimed = changesets.join(", ") || "none";
  const verdict = missing.length > 0 ? `${missing.map(complaintOf).join("")}${advice}` : "They claim enough.\n";
  return `${diffs.map(summaryOf).join("")}Changesets since ${since}: ${claimed}.\n${verdict}`;
}

function summaryOf({ name, changes }: SpecDiff): string {
  const noticed = changes.filter((change) => weightOf(change) !== undefined);
  if (noticed.length === 0) return `${name}: nothing that a user of a package notices.\n`;
  const rest = noticed.length - MAX_NAMED;
  const lines = noticed
    .slice(0, MAX_NAMED)
    .map((change) => `  ${weightOf(change)}: ${change.subject} ${change.message}\n`);
  return `${name}:\n${lines.join("")}${rest > 0 ? `  and ${rest} more\n` : ""}`;
}

function complaintOf({ name, needed, claimed }: Shortfall): string {
  return `${name} needs ${needed}, and ${claimed ? `the changesets claim ${claimed}` : "no changeset names it"}.\n`;
}
