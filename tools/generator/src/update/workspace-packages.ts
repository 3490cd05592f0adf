import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { member } from "../json.ts";

/** The names of the packages in the workspace, which are all that a changeset may name. */
export async function packagesOf(root: string): Promise<ReadonlySet<string>> {
  const folders = await readdir(join(root, "packages")).catch(() => []);
  const names = await Promise.all(
    folders.map(async (folder) => {
      const text = await readFile(join(root, "packages", folder, "package.json"), "utf8").catch(() => "{}");
      return member(JSON.parse(text), "name");
    }),
  );
  return new Set(names.filter((name) => typeof name === "string"));
}
