import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The root of this repository. */
export const repository = fileURLToPath(new URL("../../../..", import.meta.url)).replace(/\/$/, "");

/** The files that this repository has before anything is generated, with one more vendor. */
export async function repositoryWith({
  name,
  document,
}: {
  readonly name: string;
  readonly document: object;
}): Promise<Record<string, string>> {
  const read = async (path: string) => [path, await readFile(join(repository, path), "utf8")] as const;
  const manifest: { specs: { file: string; overlay: string | null }[] } = JSON.parse(
    (await read("specs/manifest.json"))[1],
  );
  const paths = [
    ...["types", "schemas", "protocol"].map((folder) => `packages/${folder}/package.json`),
    ...manifest.specs.flatMap(({ file, overlay }) => [file, overlay ?? file]).map((path) => `specs/${path}`),
  ];
  const text = JSON.stringify(document, null, 2);
  const file = `${name}/openapi.json`;
  const vendor = { name, file, sha256: createHash("sha256").update(text).digest("hex") };
  return {
    ...Object.fromEntries(await Promise.all(paths.map(read))),
    "specs/manifest.json": JSON.stringify({ specs: [...manifest.specs, vendor] }),
    [`specs/${file}`]: text,
  };
}
