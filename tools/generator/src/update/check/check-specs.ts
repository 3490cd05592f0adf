import type { SpecDiff } from "../../diff/change.ts";
import type { Finding } from "../../findings.ts";
import { bumpsOf } from "../changeset.ts";
import { mergeBumps, type Shortfall, shortfalls } from "../judge-bumps.ts";
import { claimsSince } from "./claims.ts";
import { diffSince } from "./diff-since.ts";

export interface CheckResult {
  /** How each spec has changed since the base; none for those that have not. */
  readonly diffs: readonly SpecDiff[];
  /** What keeps specs from being compared. */
  readonly findings: readonly Finding[];
  /** Paths of the changesets that are new or changed since. */
  readonly changesets: readonly string[];
  /** Where they claim less than the specs prove. */
  readonly missing: readonly Shortfall[];
}

/** Holds the changesets on disk to what the specs on disk prove against those of a commit. */
export async function checkSpecs(root: string, commit: string): Promise<CheckResult> {
  const { diffs, findings } = await diffSince(root, commit);
  const { changesets, fixed } = await claimsSince(root, commit);
  const needed = mergeBumps(diffs.map(bumpsOf));
  const claimed = mergeBumps(changesets.map(({ bumps }) => bumps));
  return {
    diffs,
    findings,
    changesets: changesets.map(({ path }) => path),
    missing: shortfalls(needed, claimed, fixed),
  };
}
