import { readFileSync } from "node:fs";

/** The file that the emitted schemas import their helpers from. */
export const HELPERS_FILE = "json-schema.ts";

/** From here and from the built file alike. */
const source = readFileSync(new URL(`../src/runtime/${HELPERS_FILE}`, import.meta.url), "utf8");

/** zod in full, or the small one for browsers: the same functions under other type names. */
export type ZodModule = "zod" | "zod/mini";

export function emitHelpers(zod: ZodModule = "zod"): string {
  return `// Copied by @a2akit/generator; do not edit.\n${adapt(source, zod)}`;
}

/** The same text for the other module. */
export function adapt(text: string, zod: ZodModule): string {
  if (zod === "zod") return text;
  return text
    .replaceAll(/\bz\.Zod(?=(?:Type|Object|Record|String|Union|Intersection)\b)/g, "z.ZodMini")
    .replace('from "zod";', `from "${zod}";`);
}

export function helperNames(): readonly string[] {
  return [...source.matchAll(/^export (?:const|function) (\w+)/gm)].map(([, name]) => name ?? "").sort();
}
