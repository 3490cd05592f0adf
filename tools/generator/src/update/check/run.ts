import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { type SpecDiff, weightOf } from "../../diff/change.ts";
import { formatFinding } from "../../findings.ts";
import { bumpsOf } from "../changeset.ts";
import { mergeBumps, type Shortfall, shortfalls } from "../judge-bumps.ts";
import { claimsSince } from "./claims.ts";
import { diffSince } from "./diff-since.ts";
import { findBase } from "./find-base.ts";

const USAGE = `spec:check [--base REF] [--root FOLDER]

Compares the specs with those at the base and fails when the changesets since then claim less than that proves.

  --base REF     a branch, tag or commit; default: the branch that a pull request on GitHub is for, else origin/main, else main
  --root FOLDER  the folder that holds specs and .changeset; default: this repository
`;

export interface CheckContext {
  readonly print: (text: string) => void;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** 0: the changesets say enough, or no base is known (which is told). 1: they do not, or the base cannot be read. 2: wrong usage. */
export async function runCheck(args: readonly string[], { print, env }: CheckContext): Promise<0 | 1 | 2> {
  const options = parse(args);
  if (!options || options.help) {
    print(USAGE);
    return options ? 0 : 2;
  }
  const { root } = options;
  const base = await findBase(root, options.base, env);
  if ("problem" in base) {
    print(`NOT CHECKED: the specs were compared with nothing, for ${base.problem}. Name a base with --base REF.\n`);
    return base.known ? 1 : 0;
  }
  const { diffs, findings } = await diffSince(root, base.commit);
  const since = `${base.ref} (${base.commit.slice(0, 8)})`;
  if (findings.length > 0) {
    print(`${findings.map(formatFinding).join("\n")}\nThe specs cannot be compared with those at ${since}.\n`);
    return 1;
  }
  if (diffs.length === 0) {
    print(`No spec has changed since ${since}.\n`);
    return 0;
  }
  const { changesets, fixed } = await claimsSince(root, base.commit);
  const needed = mergeBumps(diffs.map(bumpsOf));
  const missing = shortfalls(needed, mergeBumps(changesets.map(({ bumps }) => bumps)), fixed);
  const claimed = changesets.map(({ path }) => path).join(", ") || "none";
  print(`${diffs.map(summaryOf).join("")}Changesets since ${since}: ${claimed}.\n`);
  if (missing.length === 0) {
    print(needed.size > 0 ? "They claim enough.\n" : "None is needed.\n");
    return 0;
  }
  print(`${missing.map(complaintOf).join("")}${advice}`);
  return 1;
}

const advice =
  "Write one by hand (`pnpm changeset`), or let `pnpm spec:update` do it. `a2a diff OLD NEW` shows every change.\n";

/** The most changes of one spec that are named; a diff shows them all. */
const MAX_NAMED = 8;

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

function parse(args: readonly string[]) {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: { base: { type: "string" }, root: { type: "string" }, help: { type: "boolean", default: false } },
    });
    return { ...values, root: resolve(values.root ?? fileURLToPath(new URL("../../../../..", import.meta.url))) };
  } catch {
    return undefined;
  }
}
