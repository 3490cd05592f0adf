import { fromEntries, isObject, sameJson } from "../json.ts";
import { assertions, type Schema, type SchemaObject, type TypeName } from "../schema.ts";

type Fields = Readonly<Record<string, unknown>>;

/** Says what OpenAPI 3.0 says, and what a list of types says, in the words that the rest of the generator reads. */
export function upgrade(schema: SchemaObject): Schema {
  return splitTypes(inferType(spellOut(foldConst(modernize(schema as Fields)))) as SchemaObject);
}

/** 3.0: `nullable: true` beside `type`. */
function nullable({ nullable: isNullable, ...schema }: Fields): Fields {
  if (isNullable !== true) return schema;
  if (schema.type === undefined) return "enum" in schema ? schema : { anyOf: [schema, { type: "null" }] };
  const values = Array.isArray(schema.enum) && !schema.enum.includes(null) ? { enum: [...schema.enum, null] } : {};
  return { ...schema, ...values, type: [...typesOf(schema.type), "null"] };
}

/** Says what OpenAPI 3.0 says of one schema in the words of JSON Schema 2020-12, and leaves all the rest as it is. */
export function modernize(schema: Fields): Fields {
  return exclusiveBounds(nullable(schema));
}

const bounds = [
  ["exclusiveMinimum", "minimum"],
  ["exclusiveMaximum", "maximum"],
] as const;

/** 3.0: `exclusiveMinimum: true` makes `minimum` exclusive. */
function exclusiveBounds(schema: Fields): Fields {
  return bounds.reduce<Fields>((result, [exclusive, inclusive]) => {
    if (typeof result[exclusive] !== "boolean") return result;
    const { [exclusive]: isExclusive, [inclusive]: bound, ...rest } = result;
    return bound === undefined ? rest : { ...rest, [isExclusive ? exclusive : inclusive]: bound };
  }, schema);
}

/** `const` is an enum of one. */
function foldConst({ const: value, ...schema }: Fields): Fields {
  if (value === undefined) return schema;
  const isPossible = !Array.isArray(schema.enum) || schema.enum.some((other) => sameJson(other, value));
  return { ...schema, enum: isPossible ? [value] : [] };
}

/** A value that is an object or a list is one by its members: an enum then holds scalars only. */
function spellOut(schema: Fields): Fields {
  const { enum: values, type, ...rest } = schema;
  if (!Array.isArray(values) || !values.some(isComposite)) return schema;
  // What has another type is not possible, and what is left says its types itself.
  const types = typesOf(type);
  const possible = types.length === 0 ? values : values.filter((value) => types.some((type) => fits(value, type)));
  const scalars = possible.filter((value) => !isComposite(value));
  const composites = possible.filter(
    (value, i) => isComposite(value) && possible.findIndex((other) => sameJson(other, value)) === i,
  );
  if (composites.length === 0) return { ...schema, enum: scalars };
  const members = [...(scalars.length > 0 ? [{ enum: scalars }] : []), ...composites.map(exactly)];
  const allOf = Array.isArray(rest.allOf) ? rest.allOf : [];
  return { ...rest, allOf: [...allOf, members.length > 1 ? { anyOf: members } : members[0]] };
}

/** The schema of one value. */
function exactly(value: unknown): SchemaObject {
  if (Array.isArray(value)) {
    const items = value.length > 0 ? { prefixItems: value.map(exactly), items: false } : {};
    return { type: "array", ...items, ...(value.length > 0 && { minItems: value.length }), maxItems: value.length };
  }
  if (!isObject(value)) return { enum: [value] };
  const members = Object.entries(value).map(([key, member]) => [key, exactly(member)] as const);
  return {
    type: "object",
    properties: fromEntries(members),
    required: Object.keys(value),
    additionalProperties: false,
  };
}

function isComposite(value: unknown): boolean {
  return typeof value === "object" && value !== null;
}

/** An enum says its types itself. */
function inferType(schema: Fields): Fields {
  if (schema.type !== undefined || !Array.isArray(schema.enum)) return schema;
  return { ...schema, type: [...new Set(schema.enum.map(typeOf))] };
}

/** Several types become an `anyOf` with, in each branch, what concerns it. */
function splitTypes(schema: SchemaObject): Schema {
  const types = typesOf(schema.type);
  const values = schema.enum?.filter((value) => types.length === 0 || types.some((type) => fits(value, type)));
  if (values?.length === 0) return false;
  if (types.length === 0) return schema;
  const narrowed = types.map((type) => narrow(schema, type));
  const possible = narrowed.filter((branch) => branch.enum?.length !== 0);
  if (possible.length === 1 && possible[0]) return possible[0];
  const { description, title, default: otherwise, ...rest } = schema as Fields & SchemaObject;
  const outer = { description, title, default: otherwise };
  const annotations = Object.fromEntries(Object.entries(outer).filter(([, value]) => value !== undefined));
  return {
    ...annotations,
    anyOf: possible.map((branch) => withoutKeys(branch, Object.keys(annotations))),
    ...extensions(rest),
  };
}

const allTypes = ["string", "number", "boolean", "null", "array", "object"] as const;

/** A schema without a type, as one branch per type. */
export function eachType(schema: SchemaObject): SchemaObject[] {
  return allTypes.map((type) => narrow(schema, type));
}

function narrow(schema: SchemaObject, type: TypeName): SchemaObject {
  const values = schema.enum?.filter((value) => fits(value, type));
  return { ...concerning(schema, type), type, ...(values && { enum: values }) };
}

/** The schema without what it says about values of other types. */
export function concerning(schema: SchemaObject, type: TypeName): SchemaObject {
  const kind = type === "integer" ? "number" : type;
  const kept = Object.entries(schema).filter(([keyword]) => {
    const about = assertions[keyword]?.about;
    return about === undefined || about === kind;
  });
  return Object.fromEntries(kept) as SchemaObject;
}

function withoutKeys(schema: SchemaObject, keys: readonly string[]): SchemaObject {
  return Object.fromEntries(Object.entries(schema).filter(([key]) => !keys.includes(key) && !key.startsWith("x-")));
}

function extensions(schema: Fields): Fields {
  return Object.fromEntries(Object.entries(schema).filter(([key]) => key.startsWith("x-")));
}

function typesOf(type: unknown): TypeName[] {
  return Array.isArray(type) ? (type as TypeName[]) : type === undefined ? [] : [type as TypeName];
}

function typeOf(value: unknown): TypeName {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  return typeof value as TypeName;
}

function fits(value: unknown, type: TypeName): boolean {
  return type === "integer" ? Number.isInteger(value) : typeOf(value) === type;
}
