import { type Stats, statSync } from "node:fs";

/**
 * What there is at a path; undefined where there is nothing, and where nothing can be seen: in a folder that is closed to the user, below a file,
 * or under a name that no file can have.
 */
export function findStats(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch {
    return undefined;
  }
}
