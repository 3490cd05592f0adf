import { sameJson } from "../json.ts";
import { componentOf, componentRef } from "../pointer.ts";
import { annotations, isSchemaObject, mapChildren, type Schema } from "../schema.ts";
import type { CompareContext } from "./difference.ts";
import type { ObjectView } from "./view.ts";

interface Pair {
  readonly old: ObjectView;
  readonly new: ObjectView;
  readonly context: CompareContext;
}

/** Old name → new name of the members that are the same but for that; a name that is alike goes first. */
export function pairRenamed(gone: readonly string[], come: readonly string[], pair: Pair): ReadonlyMap<string, string> {
  const same = (before: string, after: string) =>
    pair.old.required.includes(before) === pair.new.required.includes(after) &&
    pair.old.group?.includes(before) === pair.new.group?.includes(after) &&
    sameJson(
      substance(pair.old.properties[before] ?? true, pair.context.renamed),
      substance(pair.new.properties[after] ?? true, new Map()),
    );
  return pairUp(gone, come, same);
}

/** Pairs each old name with at most one new one of the same meaning: first those that are only spelled otherwise. */
export function pairUp(
  gone: readonly string[],
  come: readonly string[],
  same: (before: string, after: string) => boolean,
): ReadonlyMap<string, string> {
  const pairs = new Map<string, string>();
  const taken = new Set<string>();
  const alike = [
    (before: string, after: string) => plain(before) === plain(after),
    (before: string, after: string) => contains(plain(before), plain(after)),
    () => gone.length === 1 && come.length === 1,
  ];
  for (const isAlike of alike) {
    for (const before of gone.filter((name) => !pairs.has(name))) {
      const after = come.find((name) => !taken.has(name) && isAlike(before, name) && same(before, name));
      if (after === undefined) continue;
      pairs.set(before, after);
      taken.add(after);
    }
  }
  return pairs;
}

function plain(name: string): string {
  return name.replaceAll(/[^\p{L}\p{N}]/gu, "").toLowerCase();
}

function contains(a: string, b: string): boolean {
  return a.includes(b) || b.includes(a);
}

/** The schema without what only describes it, and with the new names of components. */
export function substance(schema: Schema, renamed: ReadonlyMap<string, string>): Schema {
  if (!isSchemaObject(schema)) return schema;
  const kept = Object.fromEntries(
    Object.entries(schema).filter(([keyword]) => keyword === "format" || !annotations.has(keyword)),
  );
  const name = schema.$ref === undefined ? undefined : componentOf(schema.$ref);
  if (name !== undefined) return { ...kept, $ref: componentRef(renamed.get(name) ?? name) };
  return mapChildren(kept, (child) => substance(child, renamed));
}
