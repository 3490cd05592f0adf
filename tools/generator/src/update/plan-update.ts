import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { didYouMean } from "../did-you-mean.ts";
import type { SpecDiff } from "../diff/change.ts";
import { diffSpecs, isReadable } from "../diff/diff-specs.ts";
import { type Finding, hasErrors } from "../findings.ts";
import { generate } from "../generate.ts";
import { at, isObject, list, member } from "../json.ts";
import { parseSource } from "../load/source.ts";
import { compare, type Difference } from "../write.ts";
import { changesetName, writeChangeset } from "./changeset.ts";
import { isJson, isYamlName, type NewFile, readNewFile } from "./new-file.ts";
import { entryOf, formatsOf, openSpecs, readListed, type SpecFolder } from "./read-pair.ts";
import { type TypeCheck, typeCheckWith } from "./type-check.ts";
import { packagesOf } from "./workspace-packages.ts";

export interface UpdateOptions {
  /** The folder that holds `specs` and `packages`. */
  readonly root: string;
  /** The name of the spec in the manifest. */
  readonly name: string;
  /** The new file, wherever it is. */
  readonly file: string;
  /** The longest file that is read, in bytes; `MAX_SPEC_BYTES` when absent. */
  readonly maxSpecBytes?: number;
}

export interface UpdatePlan {
  readonly name: string;
  /** All errors, and the warnings that the new file brings. */
  readonly findings: readonly Finding[];
  /** Why there is nothing to do, or nothing that can be done. */
  readonly refusal?: string;
  readonly diff?: SpecDiff;
  readonly types?: TypeCheck;
  /** All that has to be written, the changeset included. */
  readonly differences: readonly Difference[];
  /** The path of the changeset; absent when nobody would notice the change. */
  readonly changeset?: string;
}

/** All that a new file of a vendor means, worked out in a copy: nothing of the repository is touched. */
export async function planUpdate(options: UpdateOptions): Promise<UpdatePlan> {
  const { root, name, file, maxSpecBytes } = options;
  const findings: Finding[] = [];
  const stop = (refusal?: string): UpdatePlan => ({
    name,
    findings,
    differences: [],
    ...(refusal !== undefined && { refusal }),
  });
  const current = await openSpecs(root);
  findings.push(...current.manifest.findings);
  if (hasErrors(findings)) return stop();
  const entry = entryOf(current.manifest, name);
  const names = current.manifest.entries.map((own) => own.name);
  if (!entry)
    return stop(`There is no spec ${name}${didYouMean(name, names) || "."} specs/README.md says how to add one.`);
  const fresh = await readNewFile(file, maxSpecBytes, findings);
  if (!fresh) return stop();
  if (!isYamlName(entry.file) && !isJson(fresh.text))
    return stop(
      `${file} is YAML, but specs/${entry.file} is JSON; convert it, or give file and overlay another name by hand.`,
    );
  const old = await readFile(join(root, "specs", entry.file), "utf8").catch(() => undefined);
  if (old === fresh.text) return stop(`specs/${entry.file} is that file already.`);
  return inCopyOf(root, async (copy) => {
    const moved = await place(copy, { name, path: entry.file, fresh });
    const generated = await generate({ root: copy });
    if (hasErrors(generated.findings)) {
      // Nothing lies there yet: what is wrong is wrong with the file that was given.
      findings.push(...generated.findings.map((own) => (own.file === `specs/${entry.file}` ? { ...own, file } : own)));
      return stop();
    }
    const known = await warningsOf(current);
    findings.push(...generated.findings.filter((own) => !known.has(keyOf(own))));
    const differences = await compare(root, { ...generated, files: new Map([...moved, ...generated.files]) });
    const [before, after] = [await readListed(current, name), await readListed(await openSpecs(copy), name)];
    if (!before || !after || !isReadable(before) || !isReadable(after))
      return stop(`specs/${entry.file} could not be compared.`);
    const diff = await diffSpecs(before, after, { formats: formatsOf(entry) });
    const types = await typeCheckWith(root, differences);
    const text = writeChangeset(diff, await packagesOf(root));
    const plan = { name, findings, diff, types };
    if (text === undefined) return { ...plan, differences };
    const changeset = `.changeset/${changesetName(diff)}`;
    const written = await compare(root, { files: new Map([[changeset, text]]), folders: [] });
    return { ...plan, changeset, differences: [...differences, ...written] };
  });
}

/** What is doubtful about the specs as they are, which the update is not to blame for. */
async function warningsOf(specs: SpecFolder): Promise<ReadonlySet<string>> {
  const read = specs.manifest.entries.map(({ name }) => readListed(specs, name));
  return new Set((await Promise.all(read)).flatMap((spec) => spec?.findings ?? []).map(keyOf));
}

function keyOf({ rule, pointer, message }: Finding): string {
  return `${rule} ${pointer} ${message}`;
}

/** A copy of what the generator reads, gone afterwards. */
async function inCopyOf<T>(root: string, use: (copy: string) => Promise<T>): Promise<T> {
  const copy = await mkdtemp(join(tmpdir(), "a2akit-update-"));
  try {
    await cp(join(root, "specs"), join(copy, "specs"), { recursive: true });
    for (const folder of await readdir(join(root, "packages")).catch(() => [])) {
      const path = join("packages", folder, "package.json");
      const text = await readFile(join(root, path), "utf8").catch(() => undefined);
      if (text === undefined) continue;
      await mkdir(dirname(join(copy, path)), { recursive: true });
      await writeFile(join(copy, path), text);
    }
    return await use(copy);
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
}

interface Placed {
  readonly name: string;
  readonly path: string;
  readonly fresh: NewFile;
}

/** Puts the file into the copy and moves the pin; gives both texts by their path. */
async function place(copy: string, { name, path, fresh }: Placed): Promise<ReadonlyMap<string, string>> {
  const manifestPath = "specs/manifest.json";
  const manifest: unknown = JSON.parse(await readFile(join(copy, manifestPath), "utf8"));
  const info = at(parseSource(path, fresh.text).value, "info");
  const specs = list(member(manifest, "specs")).map((row) =>
    member(row, "name") === name ? movePin(row, fresh, info) : row,
  );
  const files = new Map([
    [`specs/${path}`, fresh.text],
    [manifestPath, `${JSON.stringify({ ...Object(manifest), specs }, null, 2)}\n`],
  ]);
  for (const [own, text] of files) await writeFile(join(copy, own), text);
  return files;
}

/** What the manifest says of a file, and where it says it. */
function movePin(row: unknown, { sha256 }: NewFile, info: unknown): unknown {
  if (!isObject(row)) return row;
  const moved = Object.entries({ title: member(info, "title"), version: member(info, "version"), sha256 });
  const known = moved.filter(([key, value]) => key in row && typeof value === "string");
  return { ...row, ...Object.fromEntries(known) };
}
