import { mkdirSync, statSync } from "node:fs";
import { dirname } from "node:path";

/**
 * Makes a folder and those above it. Node's own `recursive` never ends where a file system answers ENOENT in a folder that is there, as `/proc`
 * does.
 *
 * @param mode permissions of what is made
 * @throws the error of the file system.
 */
export function makeFolder(path: string, mode?: number): void {
  if (isThere(path)) return;
  const above = dirname(path);
  if (above !== path) makeFolder(above, mode);
  try {
    mkdirSync(path, mode);
  } catch (error) {
    // Another process may have made it meanwhile.
    if (!isThere(path)) throw error;
  }
}

/** Anything counts: what is no folder is refused when something is put into it. */
function isThere(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false }) !== undefined;
}
