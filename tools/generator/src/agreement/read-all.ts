import { join } from "node:path";
import { readManifest } from "../manifest.ts";
import type { Model } from "../model/model.ts";
import { readSpec } from "../read-spec.ts";

/** The models of all specs that the manifest of a repository lists. */
export async function readAll(root: string): Promise<readonly Model[]> {
  const folder = join(root, "specs");
  const { entries } = await readManifest(folder);
  const specs = entries.map(({ name, file, overlay }) =>
    readSpec(join(folder, file), { name, ...(overlay !== undefined && { overlay: join(folder, overlay) }) }),
  );
  return (await Promise.all(specs)).flatMap(({ model }) => (model ? [model] : []));
}
