import { at, isObject, type JsonObject } from "../json.ts";
import { split } from "../pointer.ts";

/** Whether every `$ref` leads to a place in the document itself; then there is nothing to bundle. */
export function isSelfContained(document: JsonObject): boolean {
  const known = new Set<string>();
  const leadsInside = (ref: unknown): boolean => {
    if (typeof ref !== "string" || known.has(ref)) return true;
    const pointer = localPointer(ref);
    if (pointer === undefined || at(document, ...split(pointer)) === undefined) return false;
    known.add(ref);
    return true;
  };
  const open: unknown[] = [document];
  while (open.length > 0) {
    const node = open.pop();
    if (!leadsInside(isObject(node) ? node.$ref : undefined)) return false;
    if (typeof node === "object" && node !== null) for (const child of Object.values(node)) open.push(child);
  }
  return true;
}

/** The JSON pointer of `#/…`; undefined for anything else. */
export function localPointer(ref: string): string | undefined {
  try {
    return ref.startsWith("#/") ? decodeURIComponent(ref.slice(1)) : undefined;
  } catch {
    return undefined;
  }
}
