import { componentOf } from "../pointer.ts";
import type { Schema, SchemaObject } from "../schema.ts";
import { areDisjoint, discriminatorOf } from "../union.ts";
import { type Code, call, list, literal, record } from "./code.ts";
import { schemaName } from "./identifiers.ts";
import { widened } from "./types-document.ts";

export interface ZodContext {
  readonly components: ReadonlyMap<string, Schema>;
  /** Components that the one being printed is part of a cycle with; a reference to one is lazy. */
  readonly cycle: ReadonlySet<string>;
  /** Whether `format` decides, or only describes. */
  readonly assertFormats: boolean;
}

/** The zod expression that accepts what the (normalized) schema accepts. */
export function zodOf(schema: Schema, context: ZodContext): Code {
  if (schema === true) return "z.unknown()";
  if (schema === false) return "z.never()";
  const base = baseOf(schema, context);
  const checks = checksOf(schema, context);
  return checks.length > 0 ? [base, ".", call("check", ...checks)] : base;
}

function baseOf(schema: SchemaObject, context: ZodContext): Code {
  if (schema.$ref !== undefined) return reference(schema.$ref, context);
  if (schema.allOf) return intersection(schema.allOf, context);
  if (schema.oneOf) return union(schema.oneOf, "xor", context);
  if (schema.anyOf) return union(schema.anyOf, "union", context);
  if (schema.enum) return enumeration(schema.enum);
  return types[String(schema.type)]?.(schema, context) ?? "z.unknown()";
}

const types: Readonly<Record<string, (schema: SchemaObject, context: ZodContext) => Code>> = {
  string: () => "z.string()",
  number: () => "z.number()",
  integer: () => "z.number().check(z.multipleOf(1))",
  boolean: () => "z.boolean()",
  null: () => "z.null()",
  array: (schema, context) => call("z.array", zodOf(schema.items ?? true, context)),
  object,
};

function reference($ref: string, { cycle }: ZodContext): Code {
  const name = componentOf($ref) ?? "";
  return cycle.has(name) ? `z.lazy(() => ${schemaName(name)})` : schemaName(name);
}

function intersection(parts: readonly Schema[], context: ZodContext): Code {
  const [first = true, ...rest] = parts;
  return rest.reduce<Code>((left, right) => call("z.intersection", left, zodOf(right, context)), zodOf(first, context));
}

function union(members: readonly Schema[], otherwise: "xor" | "union", context: ZodContext): Code {
  const options = list(members.map((member) => zodOf(member, context)));
  const discriminator = discriminatorOf(members, context);
  if (discriminator !== undefined) return call("z.discriminatedUnion", JSON.stringify(discriminator), options);
  return call(otherwise === "union" || areDisjoint(members, context.components) ? "z.union" : "z.xor", options);
}

function enumeration(values: readonly unknown[]): Code {
  const [only] = values;
  if (values.length === 1) return only === null ? "z.null()" : call("z.literal", literal(only));
  return call(values.every((value) => typeof value === "string") ? "z.enum" : "z.literal", list(values.map(literal)));
}

function object(schema: SchemaObject, context: ZodContext): Code {
  const { properties = {}, required = [], additionalProperties: rest = true } = schema;
  const names = Object.keys(properties);
  if (names.length === 0 && rest !== false) return call("z.record", "z.string()", zodOf(rest, context));
  const shape = record(
    names.map((name) => {
      const value = zodOf(properties[name] ?? true, context);
      return [name, required.includes(name) ? value : call("z.exactOptional", value)] as const;
    }),
    names.length > 2,
  );
  if (rest === false) return call("z.strictObject", shape);
  if (rest === true || Object.keys(rest).length === 0) return call("z.looseObject", shape);
  return [call("z.object", shape), ".", call("catchall", zodOf(widened(rest, properties), context))];
}

/** Keyword → the check that enforces it, beside what the base expression does. */
const checks: Readonly<Record<string, (value: never, schema: SchemaObject) => Code>> = {
  minimum: (value: number) => `z.gte(${value})`,
  maximum: (value: number) => `z.lte(${value})`,
  exclusiveMinimum: (value: number) => `z.gt(${value})`,
  exclusiveMaximum: (value: number) => `z.lt(${value})`,
  multipleOf: (value: number) => `z.multipleOf(${value})`,
  minLength: (value: number) =>
    value > 1 ? `z.refine((text) => [...text].length >= ${value})` : `z.minLength(${value})`,
  maxLength: (value: number) => `z.refine((text) => [...text].length <= ${value})`,
  minItems: (value: number) => `z.minLength(${value})`,
  maxItems: (value: number) => `z.maxLength(${value})`,
  pattern: (value: string) => `z.regex(${new RegExp(value, "u")})`,
};

function checksOf(schema: SchemaObject, _context: ZodContext): Code[] {
  return Object.entries(schema).flatMap(([keyword, value]) => {
    const check = Object.hasOwn(checks, keyword) ? checks[keyword] : undefined;
    return check ? [check(value as never, schema)] : [];
  });
}
