import { quote, sameJson } from "../json.ts";
import type { SchemaObject } from "../schema.ts";
import type { Difference, Way } from "./difference.ts";
import { deeper } from "./difference.ts";

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
  const gone = before.filter((value) => !after.some((other) => sameJson(value, other)));
  const come = after.filter((value) => !before.some((other) => sameJson(value, other)));
  const reordered = gone.length + come.length === 0 && !sameJson(before, after);
  return [
    ...gone.map((value) => ({
      code: "enum-value-removed" as const,
      ...place,
      message: `may no longer be ${quote(value)}`,
    })),
    ...come.map((value) => ({ code: "enum-value-added" as const, ...place, message: `may also be ${quote(value)}` })),
    ...(reordered
      ? [{ code: "enum-reordered" as const, ...place, message: "has its values in another order, which numbers them" }]
      : []),
  ];
}

/** Limits: which way is tighter, and the limit that says nothing. */
const limits: Readonly<Record<string, { readonly tighter: "higher" | "lower"; readonly none: number }>> = {
  minLength: { tighter: "higher", none: 0 },
  maxLength: { tighter: "lower", none: Number.POSITIVE_INFINITY },
  minItems: { tighter: "higher", none: 0 },
  maxItems: { tighter: "lower", none: Number.POSITIVE_INFINITY },
  minProperties: { tighter: "higher", none: 0 },
  maxProperties: { tighter: "lower", none: Number.POSITIVE_INFINITY },
  minimum: { tighter: "higher", none: Number.NEGATIVE_INFINITY },
  maximum: { tighter: "lower", none: Number.POSITIVE_INFINITY },
  exclusiveMinimum: { tighter: "higher", none: Number.NEGATIVE_INFINITY },
  exclusiveMaximum: { tighter: "lower", none: Number.POSITIVE_INFINITY },
};

/** Rules that nothing is known about but whether they are there. */
const others = [
  ...["pattern", "multipleOf", "uniqueItems", "propertyNames", "patternProperties", "dependentRequired"],
  ...["dependentSchemas", "contains", "minContains", "maxContains", "prefixItems", "not", "if", "then", "else"],
] as const;

/** What a value must keep to beside its type. */
export function compareRules(old: SchemaObject, fresh: SchemaObject, way: Way): readonly Difference[] {
  return [
    ...Object.entries(limits).flatMap(([keyword, { tighter, none }]) => {
      const [from, to] = [limitOf(old, keyword, none), limitOf(fresh, keyword, none)];
      if (from === to) return [];
      const code = to > from === (tighter === "higher") ? ("limit-tightened" as const) : ("limit-loosened" as const);
      return [
        { code, ...placed(keyword, old, fresh, way), message: `${keyword} ${words(from, none)} → ${words(to, none)}` },
      ];
    }),
    ...[...others, "format" as const].flatMap((keyword) => {
      const [from, to] = [old[keyword] || undefined, fresh[keyword] || undefined];
      if (sameJson(from, to)) return [];
      const kind = from === undefined ? "added" : to === undefined ? "removed" : "changed";
      const code = keyword === "format" ? (`format-${kind}` as const) : (`rule-${kind}` as const);
      const message = `${keyword} ${from === undefined ? "none" : quote(from)} → ${to === undefined ? "none" : quote(to)}`;
      return [{ code, ...placed(keyword, old, fresh, way), message }];
    }),
  ];
}

function limitOf(schema: SchemaObject, keyword: string, none: number): number {
  const value = (schema as Readonly<Record<string, unknown>>)[keyword];
  return typeof value === "number" ? value : none;
}

function words(limit: number, none: number): string {
  return limit === none ? "none" : String(limit);
}

function placed(keyword: string, old: SchemaObject, fresh: SchemaObject, way: Way): Way {
  const place = deeper(way, keyword);
  return { old: keyword in old ? place.old : way.old, new: keyword in fresh ? place.new : way.new };
}
