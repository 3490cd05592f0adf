import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

/** Whether two folders hold the same files, byte for byte. A folder that is not there holds none. */
export async function sameFiles(a: string, b: string): Promise<boolean> {
  const [own, others] = await Promise.all([filesIn(a), filesIn(b)]);
  if (own.length !== others.length || own.some((path, i) => path !== others[i])) return false;
  const equal = own.map(async (path) => (await readFile(join(a, path))).equals(await readFile(join(b, path))));
  return (await Promise.all(equal)).every(Boolean);
}

async function filesIn(folder: string): Promise<readonly string[]> {
  const items = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return items
    .filter((item) => item.isFile())
    .map((item) => join(item.parentPath, item.name).slice(folder.length))
    .toSorted();
}
