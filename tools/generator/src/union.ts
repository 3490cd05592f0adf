import { sameJson } from "./json.ts";
import { componentOf } from "./pointer.ts";
import { isSchemaObject, type Schema, type SchemaObject } from "./schema.ts";

type Components = Pick<ReadonlyMap<string, Schema>, "get">;

/** Whether no document can fit two of these; then "exactly one" and "at least one" are the same. */
export function areDisjoint(members: readonly Schema[], components: Components): boolean {
  const resolved = members.map((member) => resolve(member, components));
  const context = { components, nesting: 0 };
  return resolved.every((a, i) => resolved.slice(i + 1).every((b) => excludes(a, b, context)));
}

/** How many compositions within one another are looked into. */
const MAX_NESTING = 8;

interface Look {
  readonly components: Components;
  readonly nesting: number;
}

function excludes(a: Schema, b: Schema, look: Look): boolean {
  if (a === false || b === false) return true;
  if (a === true || b === true) return false;
  if (isComposed(a)) return isApart(a, b, look);
  if (isComposed(b)) return isApart(b, a, look);
  if (a.type === undefined || b.type === undefined) return false;
  if (a.type !== b.type) return !(isNumeric(a) && isNumeric(b));
  if (a.enum && b.enum) return !a.enum.some((value) => b.enum?.some((other) => sameJson(value, other)));
  if (a.type !== "object") return false;
  return Object.keys({ ...a.properties, ...b.properties }).some((key) => {
    // One side requires the member, and what it may be there it may not be on the other side.
    const isNeeded = a.required?.includes(key) || b.required?.includes(key);
    return isNeeded === true && excludes(memberOf(a, key, look.components), memberOf(b, key, look.components), look);
  });
}

/** One part of an `allOf` that excludes the other is enough; of a union it takes all. */
function isApart(composed: SchemaObject, other: SchemaObject, { components, nesting }: Look): boolean {
  if (nesting >= MAX_NESTING) return false;
  const { allOf, anyOf, oneOf = [] } = composed;
  const excludesOther = (part: Schema) =>
    excludes(resolve(part, components), other, { components, nesting: nesting + 1 });
  return allOf ? allOf.some(excludesOther) : (anyOf ?? oneOf).every(excludesOther);
}

function isComposed({ allOf, anyOf, oneOf }: SchemaObject): boolean {
  return (allOf ?? anyOf ?? oneOf) !== undefined;
}

function memberOf(schema: SchemaObject, key: string, components: Components): Schema {
  const own = Object.hasOwn(schema.properties ?? {}, key) ? schema.properties?.[key] : schema.additionalProperties;
  return resolve(own ?? true, components);
}

export function isNumeric({ type }: SchemaObject): boolean {
  return type === "number" || type === "integer";
}

export function resolve(schema: Schema, components: Components): Schema {
  const name = isSchemaObject(schema) && schema.$ref !== undefined ? componentOf(schema.$ref) : undefined;
  return name === undefined ? schema : (components.get(name) ?? true);
}

export interface UnionContext {
  readonly components: Components;
  readonly cycle: ReadonlySet<string>;
}

/** The member whose constant tells the branches apart: required in each, a different string in each. */
export function discriminatorOf(members: readonly Schema[], { components, cycle }: UnionContext): string | undefined {
  const lazy = members.some(
    (member) => isSchemaObject(member) && member.$ref !== undefined && cycle.has(componentOf(member.$ref) ?? ""),
  );
  const objects = members.map((member) => resolve(member, components)).filter(isSchemaObject);
  const [first] = objects;
  if (lazy || !first || objects.length < members.length || members.length < 2) return undefined;
  return Object.keys(first.properties ?? {}).find((key) => {
    const values = objects.map((object) => constant(object, key, components));
    return values.every((value) => value !== undefined) && new Set(values).size === values.length;
  });
}

function constant(object: SchemaObject, key: string, components: Components): string | undefined {
  if (object.type !== "object" || !object.required?.includes(key)) return undefined;
  const schema = memberOf(object, key, components);
  const values = isSchemaObject(schema) ? schema.enum : undefined;
  return values?.length === 1 && typeof values[0] === "string" ? values[0] : undefined;
}

/** The keys by which the branches are told apart: each object requires one of them and forbids the others. */
export function soleKeys(members: readonly Schema[], components: Components): readonly string[] | undefined {
  const objects = members.map((member) => resolve(member, components)).filter(isSchemaObject);
  if (objects.length < members.length || objects.length < 2) return undefined;
  const keys = objects.map((object) =>
    (object.required ?? []).find((key) =>
      objects.every((other) => other === object || other.properties?.[key] === false),
    ),
  );
  return keys.every((key) => key !== undefined) ? keys : undefined;
}
