import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The root of this repository. */
export const repository = fileURLToPath(new URL("../../../..", import.meta.url)).replace(/\/$/, "");

/** The files that a repository like this one has before anything is generated, with one more vendor. */
export async function repositoryWith(vendor: {
  readonly name: string;
  readonly document: object;
}): Promise<Record<string, string>> {
  const paths = ["types", "schemas", "protocol"].map((name) => `packages/${name}/package.json`);
  const copied = await Promise.all(
    ["specs/a2a/openapi.yaml", ...paths].map(
      async (path) => [path, await readFile(join(repository, path), "utf8")] as const,
    ),
  );
  const specs = [
    { name: "a2a", file: "a2a/openapi.yaml" },
    { name: vendor.name, file: `${vendor.name}/openapi.json` },
  ];
  return {
    ...Object.fromEntries(copied),
    "specs/manifest.json": JSON.stringify({ specs }),
    [`specs/${vendor.name}/openapi.json`]: JSON.stringify(vendor.document, null, 2),
  };
}
