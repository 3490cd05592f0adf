import { sameJson } from "../json.ts";
import { annotations, assertions, type Schema, type SchemaObject } from "../schema.ts";

type Fields = Record<string, unknown>;

/** How two values of one keyword become one; `undefined` means that they cannot. */
const combine: Readonly<Record<string, (a: never, b: never) => unknown>> = {
  required: (a: string[], b: string[]) => [...new Set([...a, ...b])],
  minimum: Math.max as never,
  exclusiveMinimum: Math.max as never,
  minLength: Math.max as never,
  minItems: Math.max as never,
  minProperties: Math.max as never,
  maximum: Math.min as never,
  exclusiveMaximum: Math.min as never,
  maxLength: Math.min as never,
  maxItems: Math.min as never,
  maxProperties: Math.min as never,
  uniqueItems: (a: boolean, b: boolean) => a || b,
  items: both,
  propertyNames: both,
  dependentSchemas: bothOfEach,
  enum: (a: unknown[], b: unknown[]) => a.filter((value) => b.some((other) => sameJson(value, other))),
  type: (a: string, b: string) => (a === "number" ? b : a),
};

/** Keywords that take their meaning from each other: those of one schema must not meet those of another. */
const entangled: readonly (readonly string[])[] = [
  ["patternProperties", "properties", "additionalProperties"],
  ["prefixItems", "items"],
  ["contains", "minContains", "maxContains"],
  ["if", "then", "else"],
];

/** `properties` and `additionalProperties` are untangled by {@link mergeMembers}, `items` alone are simply both. */
const untangled = new Set(["properties", "additionalProperties", "items"]);

function areEntangled(a: SchemaObject, b: SchemaObject): boolean {
  return entangled.some((keywords) => {
    const own = keywords.filter((keyword) => keyword in a);
    const other = keywords.filter((keyword) => keyword in b);
    return own.length > 0 && other.length > 0 && [...own, ...other].some((keyword) => !untangled.has(keyword));
  });
}

/**
 * One schema that accepts what both accept – `false` when that is nothing –, or `undefined` when that takes an `allOf`. Both are free of `$ref`
 * and of `allOf`, `anyOf` and `oneOf`. The annotations of the first win.
 */
export function merge(a: SchemaObject, b: SchemaObject): SchemaObject | false | undefined {
  if (kindOf(a) !== undefined && kindOf(b) !== undefined && kindOf(a) !== kindOf(b)) return false;
  if (areEntangled(a, b) || (a.format && b.format && a.format !== b.format)) return undefined;
  const merged: Fields = { ...b, ...a };
  for (const [keyword, value] of Object.entries(b)) {
    const own = (a as Fields)[keyword];
    if (own === undefined || annotations.has(keyword) || !(keyword in assertions) || sameJson(own, value)) continue;
    if (keyword === "properties" || keyword === "additionalProperties") continue;
    const combined = combine[keyword]?.(own as never, value as never);
    if (combined === undefined) return undefined;
    merged[keyword] = combined;
  }
  if (Array.isArray(merged.enum) && merged.enum.length === 0) return false;
  return { ...merged, ...mergeMembers(a, b) };
}

/** The type, but that each integer is a number. */
function kindOf({ type }: SchemaObject): unknown {
  return type === "integer" ? "number" : type;
}

/** `additionalProperties` of one side also speaks about the properties that only the other side names. */
function mergeMembers(a: SchemaObject, b: SchemaObject): SchemaObject {
  const names = new Set([...Object.keys(a.properties ?? {}), ...Object.keys(b.properties ?? {})]);
  const properties = [...names].map((name): [string, Schema] => [name, both(memberOf(a, name), memberOf(b, name))]);
  const rest = both(a.additionalProperties ?? true, b.additionalProperties ?? true);
  return {
    ...(names.size > 0 && { properties: Object.fromEntries(properties) }),
    ...(rest !== true && { additionalProperties: rest }),
  };
}

function memberOf(schema: SchemaObject, name: string): Schema {
  const own = schema.properties && Object.hasOwn(schema.properties, name) ? schema.properties[name] : undefined;
  return own ?? schema.additionalProperties ?? true;
}

function bothOfEach(a: Readonly<Record<string, Schema>>, b: Readonly<Record<string, Schema>>) {
  const names = new Set([...Object.keys(a), ...Object.keys(b)]);
  return Object.fromEntries([...names].map((name) => [name, both(ownOf(a, name), ownOf(b, name))]));
}

function ownOf(schemas: Readonly<Record<string, Schema>>, name: string): Schema {
  return Object.hasOwn(schemas, name) ? (schemas[name] ?? true) : true;
}

function both(a: Schema, b: Schema): Schema {
  if (a === true || sameJson(a, b)) return b;
  if (b === true) return a;
  if (a === false || b === false) return false;
  return { allOf: [a, b] };
}
