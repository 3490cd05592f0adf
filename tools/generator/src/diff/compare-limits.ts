import type { SchemaObject } from "../schema.ts";
import type { Difference, Way } from "./difference.ts";

interface Limit {
  readonly tighter: "higher" | "lower";
  /** The limit that says nothing. */
  readonly none: number;
}

const atLeast: Limit = { tighter: "higher", none: 0 };
const atMost: Limit = { tighter: "lower", none: Number.POSITIVE_INFINITY };

const counts: Readonly<Record<string, Limit>> = {
  minLength: atLeast,
  maxLength: atMost,
  minItems: atLeast,
  maxItems: atMost,
  minProperties: atLeast,
  maxProperties: atMost,
};

/** These say something beside `contains` alone, which by itself asks for one. */
const containing: typeof counts = { minContains: { tighter: "higher", none: 1 }, maxContains: atMost };

/** The limits that have moved, and which way. */
export function compareLimits(old: SchemaObject, fresh: SchemaObject, way: Way): readonly Difference[] {
  const both = old.contains !== undefined && fresh.contains !== undefined;
  const rows = Object.entries({ ...counts, ...(both && containing) });
  return [
    ...rows.flatMap(([keyword, limit]) => compareCount(keyword, limit, { old, fresh, way })),
    ...compareBound("minimum", "exclusiveMinimum", { old, fresh, way }),
    ...compareBound("maximum", "exclusiveMaximum", { old, fresh, way }),
    ...compareSteps({ old, fresh, way }),
  ];
}

interface Pair {
  readonly old: SchemaObject;
  readonly fresh: SchemaObject;
  readonly way: Way;
}

function compareCount(keyword: string, { tighter, none }: Limit, { old, fresh, way }: Pair): readonly Difference[] {
  const [from, to] = [numberAt(old, keyword) ?? none, numberAt(fresh, keyword) ?? none];
  const [was, is] = keyword === "minProperties" ? [membersAtLeast(old), membersAtLeast(fresh)] : [from, to];
  if (from === to || was === is) return [];
  const code = is > was === (tighter === "higher") ? "limit-tightened" : "limit-loosened";
  const words = (limit: number) => (limit === none ? "none" : String(limit));
  return [{ code, ...placed([keyword], { old, fresh, way }), message: `${keyword} ${words(from)} → ${words(to)}` }];
}

/** How many members an object has, those counted that must be there. */
function membersAtLeast({ minProperties = 0, required = [] }: SchemaObject): number {
  return Math.max(minProperties, new Set(required).size);
}

/** A bound may be stated with its value or without; what counts is the tighter one. */
function compareBound(
  inclusive: "minimum" | "maximum",
  exclusive: "exclusiveMinimum" | "exclusiveMaximum",
  pair: Pair,
): readonly Difference[] {
  // Mirrored, the highest value is the lowest one.
  const sign = inclusive === "minimum" ? 1 : -1;
  const edgeOf = (schema: SchemaObject) => {
    const including = sign * (schema[inclusive] ?? -sign * Number.POSITIVE_INFINITY);
    const excluding = sign * (schema[exclusive] ?? -sign * Number.POSITIVE_INFINITY);
    if (schema.type !== "integer") return { value: Math.max(including, excluding), open: excluding >= including };
    return { value: Math.max(Math.ceil(including), Math.floor(excluding) + 1), open: false };
  };
  const [from, to] = [edgeOf(pair.old), edgeOf(pair.fresh)];
  const isOpenOrNone = (edge: typeof from) => edge.open || edge.value === Number.NEGATIVE_INFINITY;
  if (from.value === to.value && isOpenOrNone(from) === isOpenOrNone(to)) return [];
  const isTighter = to.value > from.value || (to.value === from.value && to.open);
  const words = (schema: SchemaObject) => {
    const stated = [inclusive, exclusive].filter((keyword) => schema[keyword] !== undefined);
    return stated.length === 0 ? "none" : stated.map((keyword) => `${keyword} ${schema[keyword]}`).join(" and ");
  };
  return [
    {
      code: isTighter ? "limit-tightened" : "limit-loosened",
      ...placed([inclusive, exclusive], pair),
      message: `${words(pair.old)} → ${words(pair.fresh)}`,
    },
  ];
}

/** What numbers are multiples of. */
function compareSteps(pair: Pair): readonly Difference[] {
  const stepOf = ({ type, multipleOf }: SchemaObject) =>
    type === "integer" && multipleOf !== undefined && Number.isInteger(1 / multipleOf) ? undefined : multipleOf;
  const [from, to] = [stepOf(pair.old), stepOf(pair.fresh)];
  if (from === to) return [];
  const code =
    from === undefined
      ? "rule-added"
      : to === undefined
        ? "rule-removed"
        : Number.isInteger(to / from)
          ? "limit-tightened"
          : Number.isInteger(from / to)
            ? "limit-loosened"
            : "rule-changed";
  return [{ code, ...placed(["multipleOf"], pair), message: `multipleOf ${from ?? "none"} → ${to ?? "none"}` }];
}

function numberAt(schema: SchemaObject, keyword: string): number | undefined {
  const value = (schema as Readonly<Record<string, unknown>>)[keyword];
  return typeof value === "number" ? value : undefined;
}

/** Where one of these keywords stands, else where the schema does. */
export function placed(keywords: readonly string[], { old, fresh, way }: Pair): Way {
  const at = (schema: SchemaObject, path: Way["old"]) => {
    const found = keywords.find((keyword) => keyword in schema);
    return found === undefined ? path : [...path, found];
  };
  return { old: at(old, way.old), new: at(fresh, way.new) };
}
