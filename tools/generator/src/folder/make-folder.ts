import { mkdir, stat } from "node:fs/promises";
import { dirname } from "node:path";

/**
 * Makes a folder and those above it. Node's own `recursive` never ends where a file system answers ENOENT in a folder that is there, as `/proc`
 * does. Rejects with the error of the file system.
 */
export async function makeFolder(path: string): Promise<void> {
  if (await isThere(path)) return;
  const above = dirname(path);
  if (above !== path) await makeFolder(above);
  await mkdir(path).catch(async (error: unknown) => {
    // Another process may have made it meanwhile.
    if (!(await isThere(path))) throw error;
  });
}

/** Anything counts: what is no folder is refused when something is put into it. */
function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
