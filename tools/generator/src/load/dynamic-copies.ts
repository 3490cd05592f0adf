import { unused } from "../identifiers.ts";
import { at, isObject, member, type Open } from "../json.ts";
import { split } from "../pointer.ts";
import type { Bindings, DynamicScope, Entry } from "./dynamic-scope.ts";
import { findTarget } from "./find-target.ts";
import { childrenOf, type Index, type Place } from "./identifier-index.ts";

/** Components that a document is given for its `$dynamicRef`s: each is a schema once more, for another way to it. */
export const MAX_DYNAMIC_COPIES = 100;

interface Copy extends Entry {
  /** Of the component that it becomes. */
  readonly name: string;
}

interface Copies {
  /** The name of the schema as it is with these bindings; undefined when there would be too many. */
  readonly of: (entry: Entry) => string | undefined;
  /** In the order in which they were asked for; grows while they are written. */
  readonly made: readonly Copy[];
}

export function createCopies(components: Iterable<string>): Copies {
  const taken = new Set(components);
  const made: Copy[] = [];
  const names = new Map<string, string>();
  const of = (entry: Entry) => {
    const key = JSON.stringify([entry.pointer, ...[...entry.bindings].sort()]);
    const known = names.get(key);
    if (known !== undefined || made.length === MAX_DYNAMIC_COPIES) return known;
    const name = unused(nameFor(entry), taken);
    names.set(key, name);
    made.push({ ...entry, name });
    return name;
  };
  return { of, made };
}

/** `List`, in which `Texts` says what an item is, is `TextsList`. */
function nameFor({ pointer, bindings }: Entry): string {
  const [first = ""] = bindings.values();
  const [, , owner = ""] = split(first);
  const last = split(pointer).at(-1) ?? "";
  return `${owner}${last.charAt(0).toUpperCase()}${last.slice(1)}`;
}

export function sameBindings(a: Bindings, b: Bindings): boolean {
  return a.size === b.size && [...a].every(([name, pointer]) => b.get(name) === pointer);
}

interface Looked {
  readonly index: Index;
  readonly document: Open;
  readonly scope: DynamicScope;
}

/** Whether something at or behind a place may be another schema for another way to it. */
export function dependsOnWay(start: string, looked: Looked): boolean {
  const seen = new Set<string>();
  const open = [start];
  while (open.length > 0) {
    const pointer = open.pop() ?? "";
    if (seen.has(pointer)) continue;
    seen.add(pointer);
    const references = referencesBelow(pointer, looked);
    if (references.some(({ isAmbiguous }) => isAmbiguous)) return true;
    open.push(...references.flatMap(({ target }) => target ?? []));
  }
  return false;
}

interface Reference {
  readonly target: string | undefined;
  /** Whether it is one to a dynamic anchor that several schemas have. */
  readonly isAmbiguous: boolean;
}

function referencesBelow(pointer: string, { index, document, scope }: Looked): readonly Reference[] {
  const found: Reference[] = [];
  const open: (readonly [unknown, Place])[] = [[at(document, ...split(pointer)), { pointer, base: "", isMap: false }]];
  while (open.length > 0) {
    const [node, place] = open.pop() ?? [];
    if (place === undefined) break;
    const base = index.bases.get(place.pointer) ?? "";
    const keywords = isObject(node) && !place.isMap ? (["$ref", "$dynamicRef"] as const) : [];
    for (const keyword of keywords) {
      const reference = member(node, keyword);
      if (typeof reference !== "string") continue;
      const isAmbiguous = keyword === "$dynamicRef" && scope.isAmbiguous(reference.replace(/^.*#/, ""));
      found.push({ target: findTarget(reference, base, { index, document })?.pointer, isAmbiguous });
    }
    open.push(...childrenOf(node, { ...place, base }));
  }
  return found;
}
