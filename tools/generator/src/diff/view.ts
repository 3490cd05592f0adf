import { componentOf } from "../pointer.ts";
import { isSchemaObject, type Schema, type SchemaObject } from "../schema.ts";

export type Components = ReadonlyMap<string, Schema>;

/** An object, or several of which exactly one member of a group is set, seen as one. */
export interface ObjectView {
  readonly schema: SchemaObject;
  readonly properties: Readonly<Record<string, Schema>>;
  readonly required: readonly string[];
  /** The members of which exactly one is set, where there is such a group. */
  readonly group?: readonly string[];
}

/** The schema without `null`, and whether it allows that. */
export function splitNull(schema: SchemaObject): { readonly nullable: boolean; readonly rest: SchemaObject } {
  const keyword = schema.anyOf ? "anyOf" : schema.oneOf ? "oneOf" : undefined;
  const members = keyword === undefined ? undefined : schema[keyword];
  if (keyword === undefined || !members?.some(isNull)) return { nullable: false, rest: schema };
  const others = members.filter((member) => !isNull(member));
  const [only] = others;
  const { [keyword]: _members, ...outer } = schema;
  if (others.length === 1 && isSchemaObject(only)) return { nullable: true, rest: { ...only, ...outer } };
  return { nullable: true, rest: { ...outer, [keyword]: others } };
}

function isNull(schema: Schema): boolean {
  return isSchemaObject(schema) && schema.type === "null";
}

export function objectView(schema: SchemaObject): ObjectView | undefined {
  if (schema.type === "object") {
    const { properties = {}, required = [] } = schema;
    return { schema, properties, required };
  }
  const branches = (schema.oneOf ?? []).filter(isSchemaObject);
  const group = groupOf(branches);
  if (!group || branches.length < (schema.oneOf?.length ?? 0)) return undefined;
  const [first] = branches;
  if (!first) return undefined;
  const { properties: _properties, required: _required, ...rest } = first;
  const own = branches.map(({ properties = {} }) => Object.entries(properties).filter(([, value]) => value !== false));
  return {
    schema: { ...rest, ...annotationsOf(schema) },
    properties: Object.fromEntries(own.flat().reverse()),
    required: (first.required ?? []).filter((name) => branches.every(({ required }) => required?.includes(name))),
    group,
  };
}

/** The member that each of these objects requires and no other one has. */
function groupOf(branches: readonly SchemaObject[]): readonly string[] | undefined {
  if (branches.length < 2 || branches.some(({ type }) => type !== "object")) return undefined;
  const keys = branches.map(({ required = [] }, i) =>
    required.find((key) => branches.every(({ properties }, j) => i === j || !properties?.[key])),
  );
  return keys.every((key) => key !== undefined) ? keys : undefined;
}

function annotationsOf({ oneOf: _oneOf, ...rest }: SchemaObject): SchemaObject {
  return rest;
}

/** The members of a union; what is no union is the only one. */
export function membersOf(schema: SchemaObject): readonly Schema[] {
  return schema.oneOf ?? schema.anyOf ?? [schema];
}

/** What a schema is called in a sentence: its component, else its type. */
export function nameOf(schema: Schema): string {
  if (!isSchemaObject(schema)) return schema ? "anything" : "nothing";
  const component = schema.$ref === undefined ? undefined : componentOf(schema.$ref);
  if (component !== undefined) return component;
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" or ");
  if (schema.oneOf || schema.anyOf) return [...new Set(membersOf(schema).map(nameOf))].join(" or ");
  if (schema.type === "array") return `list of ${nameOf(schema.items ?? true)}`;
  return typeof schema.type === "string" ? schema.type : "anything";
}
