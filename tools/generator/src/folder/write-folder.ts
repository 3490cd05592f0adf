import { lstat, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { type Difference, UnsafeTargetError, write } from "../write.ts";
import { makeFolder } from "./make-folder.ts";

/** What the first line of every generated file says. */
const MARK = "@a2akit/generator; do not edit.";

type Files = ReadonlyMap<string, string>;

/**
 * What in the folder is not what was generated. A file that says in its first line that it was generated and no longer is counts as a
 * stray; other files are nobody's business here.
 *
 * @throws UnsafeTargetError when the folder is a link or no folder.
 */
export async function compareFolder(folder: string, files: Files): Promise<readonly Difference[]> {
  if (!(await isFolder(folder))) return [...files].map(([path, after]) => ({ path, kind: "missing", after }));
  const differences: Difference[] = [];
  for (const [path, after] of files) {
    const before = await read(join(folder, path));
    if (before === undefined) differences.push({ path, kind: "missing", after });
    else if (before !== after) differences.push({ path, kind: "changed", before, after });
  }
  for (const item of await readdir(folder, { withFileTypes: true })) {
    const mayBeStray = item.isFile() && !files.has(item.name) && /\.(ts|md)$/.test(item.name);
    if (mayBeStray && isGenerated(await read(join(folder, item.name))))
      differences.push({ path: item.name, kind: "stray" });
  }
  return differences;
}

/**
 * Makes the folder hold what was generated, all or nothing. Writes nothing outside of it, and replaces or removes only what was generated
 * before, whatever the folder holds besides.
 *
 * @throws UnsafeTargetError when the folder or a file in it is a link, or a file of that name was not generated.
 */
export async function writeFolder(folder: string, files: Files): Promise<readonly Difference[]> {
  const differences = await compareFolder(folder, files);
  const foreign = differences.filter(({ kind, before }) => kind === "changed" && !isGenerated(before));
  if (foreign.length > 0)
    throw new UnsafeTargetError(
      foreign
        .map(({ path }) => `${join(folder, path)} was not generated; move it away or choose another folder`)
        .join("\n"),
    );
  await makeFolder(folder).catch((error: Error) => {
    throw new UnsafeTargetError(`${folder} cannot be written to: ${error.message}`);
  });
  await write(folder, differences);
  return differences;
}

/** Whether there is a folder; false where there is nothing. */
async function isFolder(path: string): Promise<boolean> {
  const stats = await lstat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw new UnsafeTargetError(`${path} cannot be written to: ${error.message}`);
  });
  if (stats?.isSymbolicLink()) throw new UnsafeTargetError(`${path} is a symbolic link; name the folder itself`);
  if (stats && !stats.isDirectory()) throw new UnsafeTargetError(`${path} is no folder`);
  return stats !== undefined;
}

/** Undefined where there is nothing; empty, as nothing that was generated is, where there is something that cannot be read. */
async function read(path: string): Promise<string | undefined> {
  return readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => (error.code === "ENOENT" ? undefined : ""));
}

function isGenerated(text = ""): boolean {
  return text.slice(0, text.indexOf("\n")).includes(MARK);
}
