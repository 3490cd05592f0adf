import { at, isObject, type JsonObject } from "../json.ts";
import { join, split } from "../pointer.ts";
import { localPointer } from "./self-contained.ts";

/** References, one behind the other, that are followed on the way to one target. */
const MAX_REFS_ON_THE_WAY = 1000;

/**
 * JSON pointer of the first `$ref` that leads to itself, be it on the way to its target or behind it; undefined when there is none. What leads
 * to another file is not followed.
 */
export function endlessRef(document: JsonObject): string | undefined {
  const open: (readonly [unknown, string])[] = [[document, ""]];
  for (let next = open.pop(); next; next = open.pop()) {
    const [node, pointer] = next;
    if (typeof node !== "object" || node === null) continue;
    if (refOf(node) !== undefined && isEndless(document, node)) return join(pointer, "$ref");
    open.push(...Object.entries(node).map(([key, child]) => [child, join(pointer, key)] as const));
  }
  return undefined;
}

function isEndless(document: JsonObject, start: unknown): boolean {
  let node = start;
  let rest: readonly string[] = [];
  for (let refs = 0; refs <= MAX_REFS_ON_THE_WAY; refs++) {
    const pointer = localPointer(refOf(node) ?? "");
    if (pointer === undefined) return false;
    const path = [...split(pointer), ...rest];
    // A part of the way may itself be a reference, which is followed first.
    const length = path.findIndex((_, i) => at(document, ...path.slice(0, i + 1)) === undefined);
    node = at(document, ...(length < 0 ? path : path.slice(0, length)));
    rest = length < 0 ? [] : path.slice(length);
  }
  return true;
}

function refOf(node: unknown): string | undefined {
  return isObject(node) && typeof node.$ref === "string" ? node.$ref : undefined;
}
