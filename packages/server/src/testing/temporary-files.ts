import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";

/** Paths of files that do not exist yet, in a folder that goes after the tests of the calling file. */
export function temporaryFiles(): () => string {
  const folder = mkdtempSync(join(tmpdir(), "a2akit-"));
  afterAll(() => rmSync(folder, { recursive: true }));
  let count = 0;
  return () => {
    count += 1;
    return join(folder, `${count}.db`);
  };
}
