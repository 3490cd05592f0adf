import { isSchemaObject, type Schema } from "../schema.ts";
import { MORE_THAN_ONE } from "./compare-exclusion.ts";
import { compareGroups } from "./compare-groups.ts";
import { compareRules } from "./compare-rules.ts";
import { compareSchemas } from "./compare-schemas.ts";
import type { CompareContext, Difference, Way } from "./difference.ts";
import { deeper } from "./difference.ts";
import { takesMore } from "./growth.ts";
import { pairRenamed } from "./renames.ts";
import { nameOf, type ObjectView } from "./view.ts";

/** The members of two objects, which of them must be there, and what else may be. */
export function compareObjects(
  old: ObjectView,
  fresh: ObjectView,
  way: Way,
  context: CompareContext,
): readonly Difference[] {
  const gone = Object.keys(old.properties).filter((name) => !Object.hasOwn(fresh.properties, name));
  const come = Object.keys(fresh.properties).filter((name) => !Object.hasOwn(old.properties, name));
  const renamed = pairRenamed(gone, come, { old, new: fresh, context });
  const kept = Object.keys(old.properties).filter((name) => Object.hasOwn(fresh.properties, name));
  const inGroup = (view: ObjectView) => (name: string) => view.group?.includes(name) === true;
  const [wasAlternative, isAlternative] = [inGroup(old), inGroup(fresh)];
  const to = (name: string): Way => ({ old: propertyPath(way.old, name), new: propertyPath(way.new, name) });
  const inside = new Map(
    kept.map((name) => [name, compareSchemas(schemaAt(old, name), schemaAt(fresh, name), to(name), context)]),
  );
  const hasGrown = (name: string) => inside.get(name)?.some(takesMore);
  // Alternatives that do not forbid the others let them be, as long as they do not fit.
  const overlap = fresh.group && fresh.forbids === false && kept.some((name) => isAlternative(name) && hasGrown(name));
  return [
    ...compareGroups(old, fresh, way),
    ...(overlap ? [{ code: "branches-exclusive" as const, ...way, message: MORE_THAN_ONE }] : []),
    ...[...renamed].map(([before, after]) => ({
      code: "member-renamed" as const,
      old: to(before).old,
      new: to(after).new,
      message: `is now called ${after}`,
    })),
    ...gone
      .filter((name) => !renamed.has(name))
      .map((name) => {
        const message = `${name} is gone${wasAlternative(name) ? ", which was an alternative" : ""}`;
        const code = wasAlternative(name) && fresh.group ? ("variant-removed" as const) : ("member-removed" as const);
        return { code, old: to(name).old, message };
      }),
    ...come
      .filter((name) => ![...renamed.values()].includes(name))
      .flatMap((name) => [
        added(name, fresh, {
          new: to(name).new,
          alternative: isAlternative(name) && old.group !== undefined,
          closed: (old.schema.additionalProperties ?? true) !== true,
        }),
        ...compareUnnamed(name, old, fresh, { way, context }),
      ]),
    ...kept.flatMap((name) => [...compareRequired(name, old, fresh, to(name)), ...(inside.get(name) ?? [])]),
    ...compareRest(old, fresh, way, context),
    ...compareNames(old, fresh, way),
    ...compareRules(old.schema, fresh.schema, { way, context }),
  ];
}

function propertyPath(path: readonly string[], name: string): readonly string[] {
  return [...path, "properties", name];
}

function schemaAt({ properties }: ObjectView, name: string): Schema {
  return properties[name] ?? true;
}

interface Added {
  readonly new: readonly string[];
  /** Whether it joins a group. */
  readonly alternative: boolean;
  /** Whether no member was taken that has no name. */
  readonly closed: boolean;
}

function added(name: string, fresh: ObjectView, place: Added): Difference {
  const what = `${name} (${nameOf(schemaAt(fresh, name))})`;
  if (place.alternative) return { code: "variant-added", new: place.new, message: `may hold ${what} instead` };
  const admits = place.closed && schemaAt(fresh, name) !== false && { admits: true as const };
  if (fresh.required.includes(name))
    return { code: "member-added-required", new: place.new, message: `must have ${what}`, ...admits };
  return { code: "member-added", new: place.new, message: `may have ${what}`, ...admits };
}

interface Place {
  readonly way: Way;
  readonly context: CompareContext;
}

/** What was said of all members without a name held for this one, too. */
function compareUnnamed(
  name: string,
  old: ObjectView,
  fresh: ObjectView,
  { way, context }: Place,
): readonly Difference[] {
  const rest = old.schema.additionalProperties;
  if (rest === undefined || !isSchemaObject(rest)) return [];
  const place = { old: deeper(way, "additionalProperties").old, new: propertyPath(way.new, name) };
  return compareSchemas(rest, schemaAt(fresh, name), place, context);
}

function compareRequired(name: string, old: ObjectView, fresh: ObjectView, way: Way): readonly Difference[] {
  const [was, is] = [old.required.includes(name), fresh.required.includes(name)];
  if (was === is) return [];
  // What leaves a group that stays, or comes to it, is told there.
  if (old.group && fresh.group && [...old.group, ...fresh.group].includes(name)) return [];
  return is
    ? [{ code: "required-added", ...way, message: "must be there" }]
    : [{ code: "required-removed", ...way, message: "may be left out" }];
}

/** The members that are not named. */
function compareRest(old: ObjectView, fresh: ObjectView, way: Way, context: CompareContext): readonly Difference[] {
  const [from, to] = [old.schema.additionalProperties ?? true, fresh.schema.additionalProperties ?? true];
  const place = deeper(way, "additionalProperties");
  if (from === to) return [];
  if (to === false)
    return [{ code: "closed", old: way.old, new: place.new, message: "refuses members that it does not name" }];
  if (from === false)
    return [{ code: "opened", old: place.old, new: way.new, message: "takes members that it does not name" }];
  const both = { old: isSchemaObject(from) ? place.old : way.old, new: isSchemaObject(to) ? place.new : way.new };
  return compareSchemas(from, to, both, context);
}

/** Whether a type lets members be read and written that it does not name. */
function compareNames(old: ObjectView, fresh: ObjectView, way: Way): readonly Difference[] {
  if (takesAnyName(old) === takesAnyName(fresh)) return [];
  // What had to be empty is of a type that nothing else fits.
  if (!takesAnyName(old) && Object.keys(old.properties).length === 0)
    return [{ code: "type-widened", ...way, message: "may have members" }];
  return takesAnyName(fresh)
    ? [{ code: "names-opened", ...way, message: "lets members be read that it does not name" }]
    : [{ code: "names-closed", ...way, message: "no longer lets members be read that it does not name" }];
}

function takesAnyName({ schema, properties }: ObjectView): boolean {
  const { additionalProperties, patternProperties } = schema;
  if (patternProperties !== undefined) return true;
  return additionalProperties === undefined ? Object.keys(properties).length === 0 : additionalProperties !== false;
}
