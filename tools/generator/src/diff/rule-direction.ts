import { sameJson } from "../json.ts";
import { assertions, type Schema, type SchemaObject } from "../schema.ts";
import { compareSchemas } from "./compare-schemas.ts";
import type { CompareContext, Way } from "./difference.ts";
import { refersToGrown } from "./growth.ts";
import { schemaReasons } from "./reasons.ts";

/** What it means to a value that a rule says something else: `none` where it says the same in other words. */
type Direction = "tightened" | "loosened" | "changed" | "none";

/** The schemas in which a rule stands. */
export interface Sides {
  readonly old: SchemaObject;
  readonly fresh: SchemaObject;
  readonly way: Way;
  readonly context: CompareContext;
}

type Judge = (from: unknown, to: unknown, sides: Sides) => Direction;

const one: Judge = (from, to, { way, context }) => {
  const differences = compareSchemas(from as Schema, to as Schema, way, context);
  // What lets some in by what it refuses to others goes both ways.
  return together(differences.map(({ code, admits }) => (admits ? "changed" : directions[schemaReasons[code].shape])));
};

/** Schemas by name; another name speaks about other members. */
const map: Judge = (from, to, sides) => {
  const [before, after] = [Object.entries(Object(from)), new Map(Object.entries(Object(to)))];
  if (before.length !== after.size || !before.every(([name]) => after.has(name))) return "changed";
  return together(before.map(([name, schema]) => one(schema, after.get(name), sides)));
};

/** Schemas by place; where there are more of them, those behind them are about others. */
const list: Judge = (from, to, sides) => {
  const [before, after] = [from as readonly Schema[], to as readonly Schema[]];
  if (before.length !== after.length) return "changed";
  return together(before.map((schema, i) => one(schema, after[i] ?? true, sides)));
};

const opposite: Readonly<Record<Direction, Direction>> = {
  tightened: "loosened",
  loosened: "tightened",
  changed: "changed",
  none: "none",
};

const judges: Readonly<Record<string, Judge>> = {
  patternProperties: map,
  dependentSchemas: map,
  propertyNames: one,
  prefixItems: list,
  items: one,
  // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema; nobody awaits this table
  then: one,
  else: one,
  contains: (from, to, sides) =>
    [sides.old, sides.fresh].some(({ maxContains }) => maxContains !== undefined) ? "changed" : one(from, to, sides),
  not: (from, to, sides) => (refersToGrown(to as Schema, sides.context) ? "changed" : opposite[one(from, to, sides)]),
  dependentRequired: (from, to) => {
    const isWithin = (part: unknown, whole: unknown) =>
      Object.entries(Object(part)).every(([name, needed]) => {
        const others: readonly unknown[] = Object.hasOwn(Object(whole), name) ? Object(whole)[name] : [];
        return (needed as readonly unknown[]).every((other) => others.includes(other));
      });
    const [less, more] = [isWithin(to, from), isWithin(from, to)];
    return less ? (more ? "none" : "loosened") : more ? "tightened" : "changed";
  },
};

/** Which way a rule goes that stands in both schemas and says something else. */
export function directionOf(keyword: string, from: unknown, to: unknown, sides: Sides): Direction {
  const judge = Object.hasOwn(judges, keyword) ? judges[keyword] : undefined;
  // What a condition is about, and which place of a list comes first, decides what the other rules are about.
  const others = ["if", "contains", "prefixItems"].filter((other) => other !== keyword);
  const isAlone = others.every((other) => sameJson(member(sides.old, other), member(sides.fresh, other)));
  return judge && isAlone ? judge(from, to, sides) : "changed";
}

const byContent = { schema: one, schemas: list, map } as const;

/** Which way a rule goes by the same words, for what the components that it refers to have become. */
export function directionInside(keyword: string, from: unknown, to: unknown, sides: Sides): Direction {
  const holds = assertions[keyword]?.holds;
  return holds === undefined || holds === "value" ? "none" : byContent[holds](from, to, sides);
}

function member(schema: SchemaObject, keyword: string): unknown {
  return (schema as Readonly<Record<string, unknown>>)[keyword];
}

/** What it takes to be refused that was right, or right that was refused. A member that is new may be either. */
const directions: Readonly<Record<(typeof schemaReasons)[keyof typeof schemaReasons]["shape"], Direction>> = {
  gone: "changed",
  changed: "changed",
  added: "changed",
  narrower: "tightened",
  wider: "loosened",
  looser: "loosened",
  deprecated: "none",
  text: "none",
  called: "none",
  none: "none",
};

function together(all: readonly Direction[]): Direction {
  const told = new Set(all.filter((direction) => direction !== "none"));
  const [only = "none"] = told;
  return told.size > 1 ? "changed" : only;
}
