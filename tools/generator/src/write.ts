import { randomUUID } from "node:crypto";
import type { Stats } from "node:fs";
import { lstat, mkdir, readdir, readFile, realpath, rename, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join, relative, resolve, sep } from "node:path";
import type { Generated } from "./generate.ts";

export interface Difference {
  readonly path: string;
  readonly kind: "missing" | "changed" | "stray";
  /** What is on disk; absent when missing. */
  readonly before?: string;
  /** What should be there; absent when stray. */
  readonly after?: string;
}

/** What on disk is not what was generated; files in the generated folders that were not generated count. */
export async function compare(
  root: string,
  { files, folders }: Pick<Generated, "files" | "folders">,
): Promise<readonly Difference[]> {
  const differences: Difference[] = [];
  for (const [path, after] of files) {
    const before = await readFile(join(root, path), "utf8").catch(() => undefined);
    if (before === undefined) differences.push({ path, kind: "missing", after });
    else if (before !== after) differences.push({ path, kind: "changed", before, after });
  }
  for (const folder of folders) {
    const names = await readdir(join(root, folder), { recursive: true, withFileTypes: true }).catch(() => []);
    for (const item of names) {
      const path = relative(resolve(root), resolve(item.parentPath, item.name)).replaceAll(sep, "/");
      if (!item.isDirectory() && !files.has(path)) differences.push({ path, kind: "stray" });
    }
  }
  return differences;
}

/** Nothing was written, since a place is not fit for it: a symbolic link, a folder, or outside the root. */
export class UnsafeTargetError extends Error {}

/**
 * Makes the disk what was generated, all of it or nothing; touches only what differs. New text is written beside its
 * target first; when a step fails, what was done before it is undone.
 *
 * @throws UnsafeTargetError when a target is no regular file, or its folder is outside of `root`.
 */
export async function write(root: string, differences: readonly Difference[]): Promise<void> {
  const targets = differences.map((difference) => ({ ...difference, target: join(root, difference.path) }));
  const problems = await Promise.all(targets.map(({ target, after }) => problemOf(root, target, after)));
  const told = problems.filter((problem) => problem !== undefined);
  if (told.length > 0) throw new UnsafeTargetError(told.join("\n"));
  const undo: (() => Promise<unknown>)[] = [];
  try {
    const aside: string[] = [];
    const placed = [];
    for (const { target, before, after } of targets) {
      if (after === undefined) continue;
      const made = await mkdir(dirname(target), { recursive: true });
      if (made !== undefined) undo.unshift(() => rm(made, { recursive: true }));
      const temporary = besides(target);
      undo.unshift(() => rm(temporary));
      await writeFile(temporary, after, { flag: "wx" });
      placed.push({ temporary, target, before });
    }
    for (const { temporary, target, before } of placed) {
      await rename(temporary, target);
      undo.unshift(() => (before === undefined ? rm(target) : writeFile(target, before)));
    }
    for (const { target } of targets.filter(({ after }) => after === undefined)) {
      const kept = besides(target);
      await rename(target, kept);
      undo.unshift(() => rename(kept, target));
      aside.push(kept);
    }
    for (const kept of aside) await rm(kept);
  } catch (error) {
    // A step that finds nothing to undo must not keep the others from it.
    for (const step of undo) await step().catch(() => undefined);
    throw error;
  }
}

/** A name of its own in the same folder, so that a rename is one step of the file system. */
function besides(target: string): string {
  return join(dirname(target), `.${basename(target)}.${randomUUID()}`);
}

/** Why a file must not be written, or (without `after`) removed; undefined when it may be. */
async function problemOf(root: string, target: string, after: string | undefined): Promise<string | undefined> {
  const own = await statOf(target);
  if (own?.isDirectory()) return `${target} is a folder, where a file should be`;
  if (after !== undefined && own?.isSymbolicLink()) return `${target} is a symbolic link; remove it first`;
  if (after !== undefined && own && !own.isFile()) return `${target} is no regular file`;
  let folder = dirname(target);
  while ((await statOf(folder)) === undefined) folder = dirname(folder);
  const [inside, real] = [await realpath(root), await realpath(folder).catch(() => undefined)];
  if (real === undefined) return `${folder} leads nowhere`;
  if (real !== inside && !real.startsWith(`${inside}${sep}`))
    return `${target} would be outside of ${root}, in ${real}`;
  return (await lstat(real)).isDirectory() ? undefined : `${folder} is no folder`;
}

/** Undefined where there is nothing, or a file on the way to it. */
async function statOf(path: string): Promise<Stats | undefined> {
  try {
    return await lstat(path);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code === "ENOENT" || code === "ENOTDIR") return undefined;
    throw error;
  }
}

/** Why a target is not fit for what is being written; undefined when all was. */
export async function refusalOf(writing: Promise<unknown>): Promise<string | undefined> {
  try {
    await writing;
    return undefined;
  } catch (error) {
    if (error instanceof UnsafeTargetError) return error.message;
    throw error;
  }
}
