import { sameJson } from "../json.ts";
import type { Model } from "../model/model.ts";
import type { Names } from "../model/names.ts";
import { componentOf, componentRef } from "../pointer.ts";
import { isSchemaObject, mapChildren, type Schema } from "../schema.ts";
import { compareSchemas } from "./compare-schemas.ts";
import type { CompareContext, Difference } from "./difference.ts";
import { refusesParts, takesMore, withReferring } from "./growth.ts";
import { pairUp, substance } from "./renames.ts";
import type { Components } from "./view.ts";

export interface ComponentDifference extends Difference {
  /** The component in the new file, or in the old one where it is gone. */
  readonly component: string;
  /** The member in which it differs, if it is one. */
  readonly member?: string;
  /** What the component was called. */
  readonly oldComponent: string;
}

/** In what the components of two files differ, in the order of the old file, what is new behind it. */
export function compareComponents(
  { components: old, names: oldNames }: Named,
  { components: fresh, names: newNames }: Named,
) {
  const renamed = pairComponents(old, fresh);
  const taken = new Set(renamed.values());
  const inside = compareInside(old, fresh, renamed);
  const kept = [...old.keys()].flatMap((name): readonly ComponentDifference[] => {
    const target = renamed.get(name) ?? name;
    const own = { component: target, oldComponent: name };
    const differences = inside.get(name);
    if (differences === undefined) {
      const message = `is gone, and with it the names ${exportsOf(name, oldNames)}`;
      return [{ ...own, code: "component-removed" as const, old: [], message }];
    }
    const placed = differences.map((difference) => place(difference, own));
    return [...compareNames(own, oldNames, newNames), ...placed];
  });
  const come = [...fresh.keys()]
    .filter((name) => !old.has(name) && !taken.has(name))
    .map(
      (name): ComponentDifference => ({
        component: name,
        oldComponent: name,
        code: "component-added" as const,
        new: [],
        message: `is new, with the names ${exportsOf(name, newNames)}`,
      }),
    );
  return { components: [...kept, ...come], renamed };
}

/** In what each component differs that is still there, by its old name. */
function compareInside(
  old: Components,
  fresh: Components,
  renamed: ReadonlyMap<string, string>,
): ReadonlyMap<string, readonly Difference[]> {
  const compare = (name: string, grown: CompareContext["grown"]) => {
    const context: CompareContext = { old, new: fresh, renamed, grown, open: [] };
    return compareSchemas(old.get(name) ?? true, now(name) ?? true, { old: [], new: [] }, context);
  };
  const now = (name: string) => fresh.get(renamed.get(name) ?? name);
  const kept = [...old.keys()].filter((name) => now(name) !== undefined);
  const alone = new Map(kept.map((name) => [name, compare(name, new Set())]));
  const grown = kept.filter((name) => alone.get(name)?.some(takesMore)).map((name) => renamed.get(name) ?? name);
  if (grown.length === 0) return alone;
  // What fits a component now can be what another one refuses, which by itself is as it was.
  const all = withReferring(grown, fresh);
  const touched = kept.filter((name) => all.has(renamed.get(name) ?? name) && refusesParts(now(name) ?? true));
  return new Map([...alone, ...touched.map((name) => [name, compare(name, all)] as const)]);
}

type Named = Pick<Model, "components" | "names">;
type Own = Pick<ComponentDifference, "component" | "oldComponent">;

/** Whether who imports a component has to write another name, and why. */
function compareNames(own: Own, oldNames: Names, newNames: Names): readonly ComponentDifference[] {
  const { component, oldComponent } = own;
  const exports = exportsOf(component, newNames);
  if (exports === exportsOf(oldComponent, oldNames)) return [];
  const [code, message] =
    component === oldComponent
      ? (["exports-renamed", `its exports are now called ${exports}`] as const)
      : (["component-renamed", `is now called ${component}, and its exports ${exports}`] as const);
  return [{ ...own, code, old: [], new: [], message }];
}

function exportsOf(component: string, { type, schema }: Names): string {
  return `${type(component)} and ${schema(component)}`;
}

function place(difference: Difference, own: Own): ComponentDifference {
  const path = difference.new ?? difference.old ?? [];
  const index = path.indexOf("properties");
  const member = (difference.old ?? path)[index + 1];
  return { ...difference, ...own, ...(index >= 0 && member !== undefined && { member }) };
}

/** Old name → new name of components that are the same but for that. */
function pairComponents(old: Components, fresh: Components): ReadonlyMap<string, string> {
  const gone = [...old.keys()].filter((name) => !fresh.has(name));
  const come = [...fresh.keys()].filter((name) => !old.has(name));
  const moved = new Set([...gone, ...come]);
  const plain = (schema: Schema) => withoutNames(substance(schema, new Map()), moved);
  return pairUp(gone, come, (before, after) =>
    sameJson(plain(old.get(before) ?? true), plain(fresh.get(after) ?? true)),
  );
}

/** Components that are renamed together refer to one another by names that differ. */
function withoutNames(schema: Schema, moved: ReadonlySet<string>): Schema {
  if (!isSchemaObject(schema)) return schema;
  const name = schema.$ref === undefined ? undefined : componentOf(schema.$ref);
  if (name !== undefined && moved.has(name)) return { ...schema, $ref: componentRef("") };
  return mapChildren(schema, (child) => withoutNames(child, moved));
}

/** What a difference is about, such as `Task.status` or `Task.artifacts[]`. */
export function subjectOf({ oldComponent, old, new: fresh }: ComponentDifference): string {
  const path = old ?? fresh ?? [];
  let text = oldComponent;
  for (let i = 0; i < path.length; i++) {
    const [step, next] = [path[i], path[i + 1]];
    if (step === "properties") text += `.${next ?? ""}`;
    if (step === "items") text += "[]";
    if (step === "additionalProperties") text += ".*";
    if (step === "properties" || step === "oneOf" || step === "anyOf") i++;
  }
  return text;
}
