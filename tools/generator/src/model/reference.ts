import { at, isObject, list, member } from "../json.ts";
import { split } from "../pointer.ts";

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

const COMPOSING = ["allOf", "oneOf", "anyOf"] as const;

interface Part {
  readonly node: unknown;
  /** As it stands in the file; a reference, where `node` is what that leads to. */
  readonly written: unknown;
}

/** The schema itself and what it is composed of by these keywords, references followed; each once, in order. */
export function* partsOf(document: unknown, schema: unknown, keywords: readonly string[] = COMPOSING): Generator<Part> {
  const seen = new Set<unknown>();
  const open = [schema];
  while (open.length > 0) {
    const written = open.shift();
    const node = deref(document, written);
    if (seen.has(node)) continue;
    seen.add(node);
    yield { node, written };
    open.unshift(...keywords.flatMap((keyword) => list(member(node, keyword))));
  }
}
