import { at, isObject, member } from "./json.ts";
import { split } from "./pointer.ts";

interface Place {
  readonly node: unknown;
  readonly pointer: string;
}

/** Follows local references in a document as it was written, before normalization; says where they lead. */
export function follow(document: unknown, node: unknown, pointer: string, seen: readonly unknown[] = []): Place {
  const ref = member(node, "$ref");
  if (typeof ref !== "string" || !ref.startsWith("#/") || seen.includes(node)) return { node, pointer };
  const target = decodeURIComponent(ref.slice(1));
  const found = at(document, ...split(target));
  return isObject(found) ? follow(document, found, target, [...seen, node]) : { node: found, pointer: target };
}

export function deref(document: unknown, node: unknown): unknown {
  return follow(document, node, "").node;
}
