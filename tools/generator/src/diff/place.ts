import { at, isObject, list, member } from "../json.ts";
import { join, split } from "../pointer.ts";
import { follow } from "../reference.ts";

const composing = ["allOf", "oneOf", "anyOf"] as const;

/**
 * The JSON pointer to what the normalized schema has at `path`, in the document as it was written: a step may lie behind a
 * reference or in a part of a composition. Ends at the last step that is found.
 */
export function writtenAt(document: unknown, pointer: string, path: readonly string[]): string {
  const [keyword, ...rest] = path;
  if (keyword === undefined) return pointer;
  for (const part of partsAt(document, pointer)) {
    const value = member(part.node, keyword);
    if (value === undefined) continue;
    const [key, ...further] = rest;
    const place = join(part.pointer, keyword);
    if (key === undefined || !holdsMany.has(keyword)) return writtenAt(document, place, rest);
    if (at(value, key) !== undefined) return writtenAt(document, join(place, key), further);
  }
  return pointer;
}

/** Keywords behind which one more step says which schema is meant. */
const holdsMany = new Set<string>([...composing, "properties", "patternProperties", "prefixItems"]);

interface Part {
  readonly node: unknown;
  readonly pointer: string;
}

/** What stands at a pointer, and what it is composed of, each with its own pointer. */
function partsAt(document: unknown, pointer: string): readonly Part[] {
  const found: Part[] = [];
  const open: string[] = [pointer];
  while (open.length > 0) {
    const place = open.shift() ?? "";
    const written = { node: at(document, ...split(place)), pointer: place };
    const { node, pointer: target } = follow(document, written.node, place);
    if (found.some((part) => part.pointer === target)) continue;
    // Beside a reference there may be more: its own description, say.
    found.push(...(target === place ? [] : [written]), { node, pointer: target });
    if (!isObject(node)) continue;
    open.push(...composing.flatMap((keyword) => list(node[keyword]).map((_, i) => join(target, keyword, i))));
  }
  return found;
}
