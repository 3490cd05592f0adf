import { at, isObject, member } from "./json.ts";
import { split } from "./pointer.ts";

/** Follows local references in a document as it was written, before normalization. */
export function deref(document: unknown, node: unknown, seen: readonly unknown[] = []): unknown {
  const ref = member(node, "$ref");
  if (typeof ref !== "string" || !ref.startsWith("#/") || seen.includes(node)) return node;
  const target = at(document, ...split(decodeURIComponent(ref.slice(1))));
  return isObject(target) ? deref(document, target, [...seen, node]) : target;
}
