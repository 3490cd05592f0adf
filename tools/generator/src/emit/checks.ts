import type { Schema, SchemaObject } from "../schema.ts";
import { type Code, call, list, literal } from "./code.ts";
import { formatChecks } from "./formats.ts";
import { isWidened } from "./rest.ts";
import type { ZodContext } from "./zod.ts";

type Print = (schema: Schema, context: ZodContext) => Code;
type Emit<K extends keyof SchemaObject> = (
  value: NonNullable<SchemaObject[K]>,
  schema: SchemaObject,
  print: (schema: Schema) => Code,
) => Code | undefined;

const bounds = (min = 0, max?: number): readonly Code[] =>
  max === undefined ? [String(min)] : [String(min), String(max)];

/** Keyword → the check that enforces it; undefined where another keyword's check or the expression itself does. */
const checks: { readonly [K in keyof SchemaObject]?: Emit<K> } = {
  minimum: (value) => `z.gte(${value})`,
  maximum: (value) => `z.lte(${value})`,
  exclusiveMinimum: (value) => `z.gt(${value})`,
  exclusiveMaximum: (value) => `z.lt(${value})`,
  multipleOf: (value) => `z.multipleOf(${value})`,
  pattern: (value) => `z.regex(${new RegExp(value, "u")})`,
  minLength: (value, { maxLength }) =>
    maxLength === undefined && value <= 1 ? `z.minLength(${value})` : call("codePoints", ...bounds(value, maxLength)),
  maxLength: (value, { minLength }) => (minLength === undefined ? call("codePoints", ...bounds(0, value)) : undefined),
  minItems: (value) => `z.minLength(${value})`,
  maxItems: (value) => `z.maxLength(${value})`,
  uniqueItems: (value) => (value ? "unique()" : undefined),
  prefixItems: (value, { items = true }, print) => call("prefix", list(value.map(print)), print(items)),
  contains: (value, { minContains = 1, maxContains }, print) =>
    call("contains", print(value), ...bounds(minContains, maxContains)),
  minProperties: (value, { maxProperties }) => call("members", ...bounds(value, maxProperties)),
  maxProperties: (value, { minProperties }) =>
    minProperties === undefined ? call("members", ...bounds(0, value)) : undefined,
  propertyNames: (value, _schema, print) => call("names", print(value)),
  dependentRequired: (value) => call("dependent", literal(value)),
  not: (value, _schema, print) => call("not", print(value)),
  if: (value, { then = true, else: otherwise = true }, print) =>
    call("implies", print(value), print(then), print(otherwise)),
};

/** The checks of one schema, in the order of its keywords. */
export function checksOf(schema: SchemaObject, context: ZodContext, printIn: Print): Code[] {
  const print = (child: Schema) => printIn(child, context);
  const own = Object.entries(schema).flatMap(([keyword, value]) => {
    const emit = Object.hasOwn(checks, keyword) ? (checks[keyword as keyof SchemaObject] as Emit<never>) : undefined;
    const code = emit?.(value as never, schema, print);
    return code === undefined ? [] : [code];
  });
  const dependents = Object.entries(schema.dependentSchemas ?? {}).map(([key, child]) =>
    call("ifPresent", literal(key), print(child)),
  );
  const format = context.formats === "assert" ? formatChecks(schema) : [];
  return [...own, ...dependents, ...(isWidened(schema) ? [members(schema, print)] : []), ...format];
}

/** Members whose names are not listed: by pattern, or by `additionalProperties`. */
function members(schema: SchemaObject, print: (schema: Schema) => Code): Code {
  const { properties = {}, patternProperties = {}, additionalProperties: rest = true } = schema;
  const patterns = Object.entries(patternProperties).map(([pattern, child]) =>
    list([String(new RegExp(pattern, "u")), print(child)]),
  );
  return call("patterned", list(patterns), literal(Object.keys(properties)), print(rest));
}
