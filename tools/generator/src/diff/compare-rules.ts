import { isObject, quote, sameJson } from "../json.ts";
import { assertions, type Schema, type SchemaObject } from "../schema.ts";
import { areDisjoint } from "../union.ts";
import { compareLimits, placed } from "./compare-limits.ts";
import type { CompareContext, Difference, Way } from "./difference.ts";
import { deeper } from "./difference.ts";
import { refersToGrown } from "./growth.ts";
import type { SchemaCode } from "./reasons.ts";
import { substance } from "./renames.ts";
import { directionInside, directionOf, type Sides } from "./rule-direction.ts";
import type { Components } from "./view.ts";

/** The values of an enum that are new or gone; whether there is one at all. */
export function compareEnums(old: SchemaObject, fresh: SchemaObject, way: Way): readonly Difference[] {
  const place = deeper(way, "enum");
  const { enum: before, type } = old;
  const { enum: after } = fresh;
  if (before === undefined || after === undefined) {
    if (before === after) return [];
    const values = (before ?? after ?? []).map(quote).join(", ");
    return after
      ? [{ code: "enum-added", old: way.old, new: place.new, message: `was any ${type}, is one of ${values}` }]
      : [{ code: "enum-removed", old: place.old, new: way.new, message: `was one of ${values}, is any ${type}` }];
  }
  const gone = without(before, after);
  const come = without(after, before);
  const reordered = gone.length + come.length === 0 && !sameJson(before, after);
  return [
    ...gone.map((value) => ({
      code: "enum-value-removed" as const,
      ...place,
      message: `may no longer be ${quote(value)}`,
      value,
    })),
    ...come.map((value) => ({
      code: "enum-value-added" as const,
      ...place,
      message: `may also be ${quote(value)}`,
      value,
    })),
    ...(reordered
      ? [{ code: "enum-reordered" as const, ...place, message: "has its values in another order, which numbers them" }]
      : []),
  ];
}

/** The values of an enum, which are scalars, that another one does not have. */
function without(values: readonly unknown[], others: readonly unknown[]): readonly unknown[] {
  const known = new Set(others);
  return values.filter((value) => !known.has(value));
}

/** Rules that nothing is known about but whether they are there. */
const rules = [
  ...["pattern", "uniqueItems", "propertyNames", "patternProperties", "dependentRequired", "dependentSchemas"],
  ...["contains", "prefixItems", "items", "not", "if", "then", "else", "format"],
] as const;

/** What a rule says to which everything keeps. */
const idle: Readonly<Record<string, unknown>> = {
  uniqueItems: false,
  propertyNames: true,
  patternProperties: {},
  dependentRequired: {},
  dependentSchemas: {},
  items: true,
  not: false,
};

interface Place {
  readonly way: Way;
  readonly context: CompareContext;
}

/** What a value must keep to beside its type. */
export function compareRules(old: SchemaObject, fresh: SchemaObject, { way, context }: Place): readonly Difference[] {
  const differences = rules.flatMap((keyword): readonly Difference[] => {
    const [from, to] = [ruleOf(old, keyword, context.old), ruleOf(fresh, keyword, context.new)];
    const rule = { keyword, from, to, sides: { old, fresh, way, context } };
    // Items behind the first ones are told where those are.
    const place = placed([keyword === "items" ? "prefixItems" : keyword], { old, fresh, way });
    if (sameJson(plain(keyword, from, context.renamed), plain(keyword, to, new Map())))
      return compareMeaning(rule).map((told) => ({ ...told, ...place }));
    const code = codeOf(rule);
    const words = (value: unknown) => (value === undefined ? "none" : quote(value));
    return code === undefined ? [] : [{ code, ...place, message: `${keyword} ${words(from)} → ${words(to)}` }];
  });
  return [...compareLimits(old, fresh, way), ...differences];
}

interface Rule {
  readonly keyword: string;
  readonly from: unknown;
  readonly to: unknown;
  readonly sides: Sides;
}

/** What it is called that a rule says something else; undefined where it says the same in other words. */
function codeOf({ keyword, from, to, sides }: Rule): SchemaCode | undefined {
  const direction = from === undefined || to === undefined ? "changed" : directionOf(keyword, from, to, sides);
  if (direction === "none") return undefined;
  if (direction !== "changed") return `limit-${direction}`;
  const isGoneOrNew = !isEntangled(keyword, sides.old, sides.fresh);
  const kind = from === undefined && isGoneOrNew ? "added" : to === undefined && isGoneOrNew ? "removed" : "changed";
  return keyword === "format" ? `format-${kind}` : `rule-${kind}`;
}

/** What becomes of a rule whose words are the same: a component that it refers to may not be. */
function compareMeaning(rule: Rule): readonly Pick<Difference, "code" | "message">[] {
  const { keyword, from, to, sides } = rule;
  if (isAboutMore(rule)) return [{ code: "rule-changed", message: `${keyword} is about more than it was` }];
  if (to === undefined || !inside.has(keyword)) return [];
  const direction = directionInside(keyword, from, to, sides);
  if (direction === "none") return [];
  const code = direction === "loosened" ? "limit-loosened" : "rule-changed";
  return [{ code, message: `${keyword} means something else, as a component in it does` }];
}

/** Rules whose schemas are compared nowhere else. */
const inside: ReadonlySet<string> = new Set([
  ...["propertyNames", "patternProperties", "dependentSchemas", "contains", "prefixItems", "then", "else"],
]);

/** Whether more is refused, or has other rules, for the reason that it fits a component that this rule refers to. */
function isAboutMore({ keyword, to, sides: { fresh, context } }: Rule): boolean {
  return to !== undefined && refuses(keyword, fresh) && refersToGrown(to as Schema, context);
}

/** Whether what fits such a rule is refused, or has other rules. */
function refuses(keyword: string, { maxContains }: SchemaObject): boolean {
  return keyword === "not" || keyword === "if" || (keyword === "contains" && maxContains !== undefined);
}

/** The value of a rule, where it says something. All items of a list without places of their own are compared as schemas. */
function ruleOf(schema: SchemaObject, keyword: string, components: Components): unknown {
  const value = (schema as Readonly<Record<string, unknown>>)[keyword];
  // What has another type anyway need not be excluded.
  const { type, enum: values } = schema;
  const own = { ...(type !== undefined && { type }), ...(values && { enum: values }) };
  if (keyword === "not" && value !== undefined && areDisjoint([own, value as Schema], components)) return undefined;
  if (keyword === "items" && schema.prefixItems === undefined) return undefined;
  return Object.hasOwn(idle, keyword) && sameJson(value, idle[keyword]) ? undefined : value;
}

/** Where other members are refused or restricted, a pattern also lets some in. */
function isEntangled(keyword: string, ...schemas: readonly SchemaObject[]): boolean {
  return (
    keyword === "patternProperties" &&
    schemas.some(({ additionalProperties }) => (additionalProperties ?? true) !== true)
  );
}

/** The rule without what only describes it. */
function plain(keyword: string, value: unknown, renamed: CompareContext["renamed"]): unknown {
  const holds = assertions[keyword]?.holds;
  if (value === undefined || holds === "value") return value;
  const one = (schema: unknown) => substance(schema as Schema, renamed);
  if (holds === "schemas" && Array.isArray(value)) return value.map(one);
  if (holds === "map" && isObject(value))
    return Object.fromEntries(Object.entries(value).map(([key, schema]) => [key, one(schema)]));
  return holds === "schema" ? one(value) : value;
}
