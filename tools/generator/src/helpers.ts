import { readFileSync } from "node:fs";

/** The file that the emitted schemas import their helpers from. */
export const HELPERS_FILE = "json-schema.ts";

/** From here and from the built file alike. */
const source = readFileSync(new URL(`../src/runtime/${HELPERS_FILE}`, import.meta.url), "utf8");

export function emitHelpers(): string {
  return `// Copied by @a2akit/generator; do not edit.\n${source}`;
}

export function helperNames(): readonly string[] {
  return [...source.matchAll(/^export (?:const|function) (\w+)/gm)].map(([, name]) => name ?? "").sort();
}
