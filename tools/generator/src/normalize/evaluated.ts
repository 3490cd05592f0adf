import { list, sameJson } from "../json.ts";
import type { Schema, SchemaObject } from "../schema.ts";

/** What of an object and of a list the other keywords of a schema have looked at, which `unevaluated*` leaves alone (JSON Schema §11). */
export interface Evaluated {
  readonly names: ReadonlySet<string>;
  readonly patterns: ReadonlySet<string>;
  /** All members. */
  readonly members: boolean;
  /** How many items, from the first. */
  readonly prefix: number;
  /** All items. */
  readonly items: boolean;
  /** The items that fit one of these: what `contains` finds, it has looked at. */
  readonly fitting: readonly Schema[];
}

export type Unevaluated = "unevaluatedProperties" | "unevaluatedItems";

export const nothing: Evaluated = {
  names: new Set(),
  patterns: new Set(),
  members: false,
  prefix: 0,
  items: false,
  fitting: [],
};

/** What the keywords of one schema look at themselves, without those that it is composed of. */
export function ownOf(schema: object): Evaluated {
  const { properties, patternProperties, prefixItems, contains }: Readonly<Record<string, unknown>> = { ...schema };
  return {
    names: new Set(Object.keys(Object(properties))),
    patterns: new Set(Object.keys(Object(patternProperties))),
    members: "additionalProperties" in schema || "unevaluatedProperties" in schema,
    prefix: list(prefixItems).length,
    items: "items" in schema || "unevaluatedItems" in schema,
    fitting: contains === undefined ? [] : [contains as Schema],
  };
}

export function union(a: Evaluated, b: Evaluated): Evaluated {
  return {
    names: new Set([...a.names, ...b.names]),
    patterns: new Set([...a.patterns, ...b.patterns]),
    members: a.members || b.members,
    prefix: Math.max(a.prefix, b.prefix),
    items: a.items || b.items,
    fitting: [...a.fitting, ...b.fitting.filter((own) => !a.fitting.some((other) => sameJson(own, other)))],
  };
}

/** Whether `more` looks at nothing that `sure` does not look at anyway. */
export function covers(sure: Evaluated, more: Evaluated, keyword: Unevaluated): boolean {
  if (keyword === "unevaluatedItems")
    return (
      sure.items ||
      (!more.items && more.prefix <= sure.prefix && union(sure, more).fitting.length === sure.fitting.length)
    );
  return sure.members || (!more.members && isSubset(more.names, sure.names) && isSubset(more.patterns, sure.patterns));
}

function isSubset(part: ReadonlySet<string>, whole: ReadonlySet<string>): boolean {
  return [...part].every((item) => whole.has(item));
}

/** The schema in which `rest` holds for what has not been looked at. */
export function restIs(rest: Schema, keyword: Unevaluated, evaluated: Evaluated): SchemaObject {
  if (keyword === "unevaluatedItems") {
    const { items, prefix, fitting } = evaluated;
    if (items) return {};
    const prefixItems = Array.from({ length: prefix }, () => true);
    const others: Schema = fitting.length > 0 ? { anyOf: [...fitting, rest] } : rest;
    return { ...(prefix > 0 && { prefixItems }), items: others };
  }
  if (evaluated.members) return {};
  const all = (names: ReadonlySet<string>) =>
    Object.fromEntries([...names].map((name): [string, Schema] => [name, true]));
  return {
    ...(evaluated.names.size > 0 && { properties: all(evaluated.names) }),
    ...(evaluated.patterns.size > 0 && { patternProperties: all(evaluated.patterns) }),
    additionalProperties: rest,
  };
}
