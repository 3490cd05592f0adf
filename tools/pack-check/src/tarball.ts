import { readFile } from "node:fs/promises";
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core";
import { publint } from "publint";
import { formatMessage } from "publint/utils";

/** What publint says about a tarball; its `--strict` makes errors of the warnings, and suggestions count here, too. */
export async function publintProblems(tarball: string): Promise<string[]> {
  const data = await readFile(tarball);
  const pack = { tarball: Uint8Array.from(data).buffer };
  const { messages, pkg } = await publint({ pack, strict: true, level: "suggestion" });
  return messages.map((message) => `${message.type}: ${formatMessage(message, pkg, { color: false })}`);
}

/** The resolutions that attw's profile `esm-only` leaves out. */
const IGNORED_RESOLUTIONS = ["node10", "node16-cjs"];

/** What "Are the types wrong?" says about a tarball under its profile `esm-only`. A package without types is none of its business. */
export async function typesProblems(tarball: string): Promise<string[]> {
  const analysis = await checkPackage(createPackageFromTarballData(await readFile(tarball)));
  if (analysis.types === false) return [];
  return analysis.problems
    .filter((problem) => !("resolutionKind" in problem && IGNORED_RESOLUTIONS.includes(problem.resolutionKind)))
    .map((problem) => JSON.stringify(problem));
}

/** Paths of the files in a tarball, without its top folder `package/`. */
export async function tarballFiles(tarball: string): Promise<string[]> {
  const files = createPackageFromTarballData(await readFile(tarball)).listFiles();
  return files.map((path) => path.replace(/^\/node_modules\/(@[^/]+\/)?[^/]+\//, "")).sort();
}
