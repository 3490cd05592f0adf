import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join, relative, sep } from "node:path";
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
      const path = relative(root, join(item.parentPath, item.name)).replaceAll(sep, "/");
      if (!item.isDirectory() && !files.has(path)) differences.push({ path, kind: "stray" });
    }
  }
  return differences;
}

/** Makes the disk what was generated; touches only what differs. */
export async function write(root: string, differences: readonly Difference[]): Promise<void> {
  for (const { path, after } of differences) {
    const target = join(root, path);
    if (after === undefined) await rm(target);
    else {
      await mkdir(dirname(target), { recursive: true });
      await writeFile(target, after);
    }
  }
}
