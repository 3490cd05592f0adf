import { readFileSync } from "node:fs";
import { builtinModules } from "node:module";
import { dirname, join } from "node:path";
import ts from "typescript";

/** One `import`, `export … from`, `import(…)` or `/// <reference types>`. */
export interface Import {
  readonly file: string;
  readonly specifier: string;
}

const isRelative = (specifier: string) => specifier.startsWith(".");

/** Everything that a file of TypeScript, JavaScript or declarations imports, types included. */
export function importsOf(file: string): Import[] {
  const text = readFileSync(file, "utf8");
  const { importedFiles, typeReferenceDirectives } = ts.preProcessFile(text, true, true);
  return [...importedFiles, ...typeReferenceDirectives].map(({ fileName }) => ({ file, specifier: fileName }));
}

/** The imports that leave the package, of all files that can be reached from `entries` through relative imports. */
export function outwardImports(entries: Iterable<string>): Import[] {
  const files = new Set(entries);
  const outward: Import[] = [];
  for (const file of files) {
    for (const found of importsOf(file)) {
      if (isRelative(found.specifier)) files.add(resolveRelative(found));
      else outward.push(found);
    }
  }
  return outward;
}

/** A declaration file names the JavaScript beside its neighbour. */
function resolveRelative({ file, specifier }: Import): string {
  const path = join(dirname(file), specifier);
  return file.endsWith(".d.ts") ? path.replace(/\.js$/, ".d.ts") : path;
}

/** `@a2akit/types/moltrust` → `@a2akit/types`, `zod/v4` → `zod`, `fs` and `node:fs` → `node:`. */
export function packageOf(specifier: string): string {
  if (specifier.startsWith("node:") || builtinModules.includes(specifier) || specifier === "node") return "node:";
  return specifier
    .split("/")
    .slice(0, specifier.startsWith("@") ? 2 : 1)
    .join("/");
}
