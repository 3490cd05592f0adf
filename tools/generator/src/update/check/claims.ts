import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { list, member, strings } from "../../json.ts";
import { type Bumps, readChangeset } from "../changeset.ts";
import { fileAt } from "../git.ts";

export interface Claims {
  /** The changesets that are new or changed since the commit, each with what it claims. */
  readonly changesets: readonly { readonly path: string; readonly bumps: Bumps }[];
  /** Groups of packages that move together. */
  readonly fixed: readonly (readonly string[])[];
}

const folder = ".changeset";

/** What the changesets on disk claim that were not there, or said something else, at a commit. */
export async function claimsSince(root: string, commit: string): Promise<Claims> {
  const names = await readdir(join(root, folder)).catch(() => []);
  const written = names.filter((name) => name.endsWith(".md") && name !== "README.md").toSorted();
  const found = await Promise.all(
    written.map(async (name) => {
      const path = `${folder}/${name}`;
      const [now, before] = await Promise.all([readFile(join(root, path)), fileAt(root, commit, path)]);
      const bumps = before?.equals(now) ? undefined : readChangeset(now.toString("utf8"));
      return bumps ? [{ path, bumps }] : [];
    }),
  );
  return { changesets: found.flat(), fixed: await readFixed(root) };
}

async function readFixed(root: string): Promise<Claims["fixed"]> {
  const text = await readFile(join(root, folder, "config.json"), "utf8").catch(() => "{}");
  return list(member(JSON.parse(text), "fixed")).map(strings);
}
