import type { ZodModule } from "../helpers.ts";
import type { Names } from "../model/names.ts";
import { componentOf } from "../pointer.ts";
import { isSchemaObject, type Schema, type SchemaObject } from "../schema.ts";
import { areDisjoint, discriminatorOf, soleKeys } from "../union.ts";
import { checksOf } from "./checks.ts";
import { type Code, call, list, literal, record } from "./code.ts";
import type { Pool } from "./pool.ts";
import { restOf } from "./rest.ts";

export interface ZodContext {
  readonly components: ReadonlyMap<string, Schema>;
  readonly names: Names;
  /** Components that the one being printed is part of a cycle with; a reference to one is lazy. */
  readonly cycle: ReadonlySet<string>;
  /** Whether `format` decides, or only describes. */
  readonly formats: "annotate" | "assert";
  readonly zod: ZodModule;
  /** Takes every expression within the one that is printed. */
  readonly pool: Pool;
  /** What the schema is the schema of: the name of a component or a member. */
  readonly place: string;
}

/** The zod expression that accepts what the (normalized) schema accepts, and changes nothing. */
export function zodOf(schema: Schema, context: ZodContext): Code {
  if (schema === true) return "z.unknown()";
  if (schema === false) return "z.never()";
  const checks = checksOf(schema, context, within);
  if (isObjectType(schema)) return object(schema, checks, context);
  const base = baseOf(schema, context);
  return checks.length > 0 ? [base, ".", call("check", ...checks)] : base;
}

/** The expression of a schema inside of the one that is printed. */
function within(schema: Schema, context: ZodContext): Code {
  return context.pool.add(zodOf(schema, context), context.place);
}

/** zod has methods, which take the compiler half the time of functions around a schema; zod/mini has functions only. */
function wrap(name: "exactOptional" | "nullable", schema: Code, { zod }: ZodContext): Code {
  return zod === "zod" ? [schema, `.${name}()`] : call(`z.${name}`, schema);
}

function isObjectType(schema: SchemaObject): boolean {
  return schema.type === "object" && !schema.enum;
}

function baseOf(schema: SchemaObject, context: ZodContext): Code {
  if (schema.$ref !== undefined) return reference(schema.$ref, context);
  if (schema.allOf) return intersection(schema.allOf, context);
  if (schema.oneOf) return union(schema.oneOf, "oneOf", context);
  if (schema.anyOf) return union(schema.anyOf, "anyOf", context);
  if (schema.enum) return enumeration(schema.enum);
  if (schema.type === "array")
    return call("z.array", within(itemsOf(schema), { ...context, place: `${context.place}Item` }));
  return scalars[String(schema.type)] ?? "z.unknown()";
}

const scalars: Readonly<Record<string, string>> = {
  string: "z.string()",
  number: "z.number()",
  integer: "integer",
  boolean: "z.boolean()",
  null: "z.null()",
};

/** With `prefixItems` an item may be any of them; which one where is checked apart. */
export function itemsOf({ items = true, prefixItems }: SchemaObject): Schema {
  if (!prefixItems) return items;
  if (items === true || prefixItems.includes(true)) return true;
  return { anyOf: [...prefixItems, ...(items === false ? [] : [items])] };
}

function reference($ref: string, { cycle, names }: ZodContext): Code {
  const name = componentOf($ref) ?? "";
  const schema = names.schema(name);
  return cycle.has(name) ? `z.lazy(() => ${schema})` : schema;
}

function intersection(parts: readonly Schema[], context: ZodContext): Code {
  const [first = true, ...rest] = parts;
  return rest.reduce<Code>((left, right) => call("both", left, within(right, context)), within(first, context));
}

/** The cheapest union with the same verdict: null or not, by a constant, by the key that is there, any, or exactly one of them. */
function union(members: readonly Schema[], keyword: "oneOf" | "anyOf", context: ZodContext): Code {
  const rest = withoutNull(members, keyword, context);
  if (rest) return wrap("nullable", union(rest, keyword, context), context);
  const [only] = members;
  if (members.length === 1 && only !== undefined) return within(only, context);
  const options = list(members.map((member) => within(member, context)));
  const discriminator = discriminatorOf(members, context);
  if (discriminator !== undefined) return call("z.discriminatedUnion", literal(discriminator), options);
  const keys = soleKeys(members, context.components);
  if (keys) return call("byKey", literal(keys), call("z.union", options));
  return call(keyword === "anyOf" || areDisjoint(members, context.components) ? "z.union" : "z.xor", options);
}

/** The members but `null`, where that is one and no other takes it. */
function withoutNull(
  members: readonly Schema[],
  keyword: string,
  { components }: ZodContext,
): readonly Schema[] | undefined {
  const rest = members.filter((member) => !isNull(member));
  if (rest.length !== members.length - 1 || rest.length === 0) return undefined;
  return keyword === "anyOf" || areDisjoint(members, components) ? rest : undefined;
}

function isNull(schema: Schema): boolean {
  return isSchemaObject(schema) && schema.type === "null" && (schema.enum ?? [null]).includes(null);
}

function enumeration(values: readonly unknown[]): Code {
  const [only] = values;
  if (values.length === 1) return only === null ? "z.null()" : call("z.literal", literal(only));
  return call(
    values.every((value) => typeof value === "string") ? "z.enum" : "z.literal",
    list(values.map((value) => literal(value))),
  );
}

/** `both`, `open`, `closed`, `openTo`, `record` and `withPrototype` are in json-schema.ts, as is `integer`. */
function object(schema: SchemaObject, checks: readonly Code[], context: ZodContext): Code {
  const { properties = {}, required = [] } = schema;
  const names = Object.keys(properties);
  const rest = restOf(schema);
  const further = (): Code => within(rest, { ...context, place: `${context.place}Value` });
  if (names.length === 0 && rest !== false) return call("record", further(), ...checks);
  const pairs = names.map((name) => {
    const value = within(properties[name] ?? true, { ...context, place: name });
    return [name, required.includes(name) ? value : wrap("exactOptional", value, context)] as const;
  });
  const shape = record(pairs, names.length > 2);
  const object =
    typeof rest === "boolean"
      ? call(rest ? "open" : "closed", shape, ...checks)
      : call("openTo", shape, further(), ...checks);
  return names.includes("__proto__") ? call("withPrototype", object) : object;
}
