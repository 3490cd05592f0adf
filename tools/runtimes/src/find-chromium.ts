import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

/** As Debian, others and the vendor of its best known descendant name it. */
const NAMES = ["chromium", "chromium-browser", "google-chrome"];
const MISSING = "Chromium is not installed, so that the client is NOT tested in a browser";

/** The program on the PATH, or nothing. */
function findChromium(): string | undefined {
  const folders = (process.env.PATH ?? "").split(delimiter);
  return NAMES.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable);
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * The path of Chromium, for a test; one on a machine without it is skipped, and says so.
 * @throws Error where `CI` is set: nothing is left out there
 */
export function requireChromium({ skip }: { skip(reason: string): never }): string {
  const found = findChromium();
  if (found !== undefined) return found;
  if (process.env.CI) throw new Error(MISSING);
  process.stderr.write(`WARNING: ${MISSING}\n`);
  return skip(MISSING);
}
