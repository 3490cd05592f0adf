import { join, relative } from "node:path";
import type { Use } from "../diff/schema-effects.ts";
import { type Manifest, type ManifestEntry, readManifest } from "../manifest.ts";
import { readSpec, type Spec } from "../read-spec.ts";

/** The specs of a repository, or of a folder that holds another version of them. */
export interface SpecFolder {
  readonly root: string;
  readonly manifest: Manifest;
}

export async function openSpecs(root: string): Promise<SpecFolder> {
  return { root, manifest: await readManifest(join(root, "specs")) };
}

/** Reads one spec of the folder; undefined when it is not listed there. Places are told below the root. */
export async function readListed({ root, manifest }: SpecFolder, name: string): Promise<Spec | undefined> {
  const entry = entryOf(manifest, name);
  if (!entry) return undefined;
  const { file, overlay } = entry;
  const specs = join(root, "specs");
  const spec = await readSpec(join(specs, file), {
    name,
    ...(overlay !== undefined && { overlay: join(specs, overlay) }),
  });
  return {
    ...spec,
    locate: (pointer) => {
      const place = spec.locate(pointer);
      return { ...place, file: relative(root, place.file) };
    },
  };
}

export function entryOf({ entries }: Manifest, name: string): ManifestEntry | undefined {
  return entries.find((entry) => entry.name === name);
}

export function formatsOf(entry: ManifestEntry | undefined): Use["formats"] {
  return entry?.formats ?? "annotate";
}
