import { randomUUID } from "node:crypto";
import { link, open, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { makeFolder } from "./make-folder.ts";

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
    // A link is made only where nothing has the name; a rename takes it.
    if (force) await rename(draft, path);
    else await link(draft, path);
    return size;
  } finally {
    await rm(draft, { force: true });
  }
}
