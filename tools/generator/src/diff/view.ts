import { sameJson } from "../json.ts";
import { componentOf } from "../pointer.ts";
import { decides, isSchemaObject, type Schema, type SchemaObject } from "../schema.ts";
import { areDisjoint } from "../union.ts";

export type Components = ReadonlyMap<string, Schema>;

/** An object, or several of which exactly one member of a group is set, seen as one. */
export interface ObjectView {
  readonly schema: SchemaObject;
  readonly properties: Readonly<Record<string, Schema>>;
  readonly required: readonly string[];
  /** The members of which exactly one is set, where there is such a group. */
  readonly group?: readonly string[];
  /** Whether each alternative forbids the others in so many words, and not only by fitting beside them. */
  readonly forbids?: boolean;
}

/** Whether two views can be compared member by member: groups that exclude their members otherwise are compared as the unions they are. */
export function isAlike(a: ObjectView, b: ObjectView): boolean {
  return a.forbids === undefined || b.forbids === undefined || a.forbids === b.forbids;
}

interface Nullable {
  readonly nullable: boolean;
  readonly rest: Schema;
}

/** What was found once: a schema without its `null` is the same each time, by which endless recursion is known. */
const split = new WeakMap<SchemaObject, Nullable>();

/** The schema without `null`, and whether it allows that. */
export function splitNull(schema: SchemaObject, components: Components): Nullable {
  const known = split.get(schema) ?? withoutNull(schema, components);
  split.set(schema, known);
  return known;
}

function withoutNull(schema: SchemaObject, components: Components): Nullable {
  if (isNull(schema)) return { nullable: true, rest: false };
  const keyword = schema.anyOf ? "anyOf" : schema.oneOf ? "oneOf" : undefined;
  const members = keyword === undefined ? undefined : schema[keyword];
  if (keyword === undefined || !members?.some(isNull)) return { nullable: false, rest: schema };
  const others = members.filter((member) => !isNull(member));
  const nulls = members.filter(isNull);
  // "Exactly one" refuses a null that fits two of them.
  const isOnce = nulls.length === 1 && others.every((other) => areDisjoint([other, { type: "null" }], components));
  if (keyword === "oneOf" && !isOnce) return { nullable: false, rest: schema };
  const [only] = others;
  const { [keyword]: _members, ...outer } = schema;
  if (others.length === 0) return { nullable: true, rest: false };
  if (others.length === 1 && isSchemaObject(only)) return { nullable: true, rest: { ...only, ...outer } };
  return { nullable: true, rest: { ...outer, [keyword]: others } };
}

/** `null` and nothing else is said. */
function isNull(schema: Schema): boolean {
  const says = isSchemaObject(schema) ? Object.keys(schema).filter(decides) : [];
  return isSchemaObject(schema) && schema.type === "null" && says.every((word) => word === "type" || word === "enum");
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
    required: (first.required ?? []).filter((name) => !group.includes(name)),
    group,
    forbids: branches.some(({ properties = {} }) => group.some((key) => properties[key] === false)),
  };
}

/** The member that each of these objects requires and no other one has, where they differ in nothing else. */
function groupOf(branches: readonly SchemaObject[]): readonly string[] | undefined {
  if (branches.length < 2 || branches.some(({ type }) => type !== "object")) return undefined;
  const keys = branches.map(({ required = [] }, i) =>
    required.find((key) => branches.every(({ properties }, j) => i === j || !properties?.[key])),
  );
  if (!keys.every((key) => key !== undefined)) return undefined;
  const common = branches.map((branch, i) => withoutGroup(branch, keys, keys[i]));
  return common.every((rest) => rest !== undefined && sameJson(rest, common[0])) ? keys : undefined;
}

/** What a branch says of everything but the group; undefined where it neither forbids all other members of it nor none. */
function withoutGroup(branch: SchemaObject, keys: readonly string[], own: string | undefined) {
  const { properties = {}, required = [], description: _description, ...rest } = branch;
  const forbidden = keys.filter((key) => properties[key] === false);
  if (forbidden.length > 0 && forbidden.length < keys.length - 1) return undefined;
  const members = Object.entries(properties).filter(([key]) => !keys.includes(key));
  const needed = required.filter((key) => key !== own).toSorted();
  return { ...rest, properties: Object.fromEntries(members), required: needed, forbids: forbidden.length > 0 };
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
