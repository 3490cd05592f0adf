import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Change, SpecDiff } from "../../diff/change.ts";
import { diffSpecs, isReadable, revisionOf, summarize } from "../../diff/diff-specs.ts";
import { factEffects } from "../../diff/fact-effects.ts";
import { type Finding, hasErrors } from "../../findings.ts";
import { sameJson } from "../../json.ts";
import type { Spec } from "../../read-spec.ts";
import { checkOutTo } from "../git.ts";
import { entryOf, formatsOf, openSpecs, readListed, type SpecFolder } from "../read-pair.ts";
import { sameFiles } from "./same-files.ts";

export interface SpecsSince {
  readonly diffs: readonly SpecDiff[];
  /** What keeps one of the two sides from being read. */
  readonly findings: readonly Finding[];
}

/** How the specs on disk differ from those of a commit. */
export async function diffSince(root: string, commit: string): Promise<SpecsSince> {
  const copy = await mkdtemp(join(tmpdir(), "a2akit-base-"));
  try {
    await checkOutTo(copy, { root, commit, folder: "specs" });
    const [old, fresh] = [await openSpecs(copy), await openSpecs(root)];
    // A commit without specs has nothing to compare with: all of them are new.
    const before = old.manifest.entries.map(({ name }) => name);
    const after = fresh.manifest.entries.map(({ name }) => name);
    const results: Compared[] = [];
    for (const name of new Set([...after, ...before])) results.push(await compareOne(name, old, fresh));
    return {
      diffs: results.flatMap(({ diff }) => diff ?? []),
      findings: [...fresh.manifest.findings, ...results.flatMap(({ findings }) => findings)].filter(
        ({ severity }) => severity === "error",
      ),
    };
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
}

interface Compared {
  readonly diff?: SpecDiff;
  readonly findings: readonly Finding[];
}

async function compareOne(name: string, old: SpecFolder, fresh: SpecFolder): Promise<Compared> {
  if (await isUntouched(name, old, fresh)) return { findings: [] };
  const [before, after] = [await readListed(old, name), await readListed(fresh, name)];
  // What was wrong with the old file, by the rules of today, may be what is mended now.
  const unreadable = before && !isReadable(before) ? before.findings : [];
  const findings = [...unreadable, ...(after?.findings ?? [])];
  if (hasErrors(findings)) return { findings };
  if (before && after && isReadable(before) && isReadable(after)) {
    const [oldFormats, formats] = [old, fresh].map(({ manifest }) => formatsOf(entryOf(manifest, name)));
    const options = { ...(formats && { formats }), ...(oldFormats && { oldFormats }), witnessRuns: 0 };
    return { findings, diff: await diffSpecs(before, after, options) };
  }
  return { findings, diff: comeOrGone(name, before, after) };
}

/** Most specs are, and need not be read. */
async function isUntouched(name: string, old: SpecFolder, fresh: SpecFolder): Promise<boolean> {
  const [before, after] = [old, fresh].map(({ manifest }) => ({ ...entryOf(manifest, name), pointer: "" }));
  return sameJson(before, after) && sameFiles(join(old.root, "specs", name), join(fresh.root, "specs", name));
}

function comeOrGone(name: string, old: Spec | undefined, fresh: Spec | undefined): SpecDiff {
  const code = fresh ? "spec-added" : "spec-removed";
  const change: Change = { code, subject: name, message: fresh ? "is new" : "is gone", packages: factEffects[code] };
  return {
    name,
    ...(old?.model && { old: revisionOf(old.model) }),
    ...(fresh?.model && { new: revisionOf(fresh.model) }),
    changes: [change],
    packages: summarize([change]),
  };
}
