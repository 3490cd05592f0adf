import { randomUUID } from "node:crypto";
import { link, open, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { makeFolder } from "./make-folder.ts";
import { codeOf } from "./read-limited.ts";

/**
 * Writes a file whole or not at all: into a draft beside it, which then takes its name. What stands there is kept, unless `force`; a link is
 * not followed but replaced.
 *
 * Rejects with the error of the file system: EEXIST where there is a file already, ENOSPC where the disk is full. No draft stays behind.
 */
export async function writeFileSafely(
  path: string,
  content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  { force }: { readonly force: boolean },
): Promise<number> {
  makeFolder(dirname(path));
  const draft = join(dirname(path), `.${randomUUID()}.part`);
  const file = await open(draft, "wx");
  try {
    let size = 0;
    try {
      for await (const chunk of content) {
        await file.writeFile(chunk);
        size += chunk.byteLength;
      }
      await file.sync();
    } finally {
      await file.close();
    }
    if (force) await rename(draft, path);
    else await claim(draft, path);
    return size;
  } finally {
    await rm(draft, { force: true });
  }
}

/** Gives the draft a name that nothing has: unlike a rename, a link is made nowhere else. */
async function claim(draft: string, path: string): Promise<void> {
  try {
    await link(draft, path);
  } catch (error) {
    if (codeOf(error) === "EEXIST") throw error;
    await claimWithoutLinks(draft, path);
  }
}

/** Where there are no hard links (FAT, some network mounts), an empty file of our own takes the name, which the draft then replaces. */
async function claimWithoutLinks(draft: string, path: string): Promise<void> {
  const mark = await open(path, "wx");
  try {
    await mark.close();
    await rename(draft, path);
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
}
