import { isObject, list } from "./json.ts";
import type { Schema, SchemaObject } from "./schema.ts";

/** What of an object and of a list the other keywords of a schema have looked at, which `unevaluated*` leaves alone (JSON Schema §11). */
interface Evaluated {
  readonly names: ReadonlySet<string>;
  readonly patterns: ReadonlySet<string>;
  /** All members. */
  readonly members: boolean;
  /** How many items, from the first. */
  readonly prefix: number;
  /** All items. */
  readonly items: boolean;
}

/** What is looked at whatever the document is, and what may be. */
interface Scope {
  readonly sure: Evaluated;
  readonly maybe: Evaluated;
}

interface Context {
  /** The schema that a `$ref` leads to, as it is written. */
  readonly target: (ref: string) => unknown;
  /** Whether no document can fit two of these schemas. */
  readonly areDisjoint: (members: readonly Schema[]) => boolean;
  /** Takes the keyword that cannot be honoured. */
  readonly leaveOut: (keyword: string) => void;
}

const nothing: Evaluated = { names: new Set(), patterns: new Set(), members: false, prefix: 0, items: false };

const keywords = ["unevaluatedProperties", "unevaluatedItems"] as const;

type Fields = Readonly<Record<string, unknown>>;

/**
 * Says `unevaluatedProperties` and `unevaluatedItems` in terms of `additionalProperties` and `items`. That can be done where it does not depend on
 * the document what has been looked at; or depends only on which of several branches holds, and no two can.
 */
export function spellOutUnevaluated(schema: SchemaObject, context: Context): SchemaObject {
  return keywords.reduce((result, keyword) => {
    const { [keyword]: rest, ...others } = result as Fields & SchemaObject;
    if (rest === undefined || rest === true) return others;
    const closed = close(others, keyword, rest as Schema, context);
    if (!closed) context.leaveOut(keyword);
    return closed ?? others;
  }, schema);
}

type Keyword = (typeof keywords)[number];

function close(schema: SchemaObject, keyword: Keyword, rest: Schema, context: Context): SchemaObject | undefined {
  const { sure, maybe } = scopeOf(schema, context, []);
  // Without anything composed, `additionalProperties` and `items` say the same.
  if (covers(ownOf(schema), union(sure, maybe), keyword)) return { ...restIs(rest, keyword, nothing), ...schema };
  if (covers(sure, maybe, keyword)) return both(schema, restIs(rest, keyword, sure));
  const { anyOf, oneOf, ...others } = schema;
  const branches = oneOf ?? anyOf;
  if (!branches || (anyOf && oneOf)) return undefined;
  const outer = scopeOf(others, context, []);
  const scopes = branches.map((branch) => scopeOf(branch, context, []));
  const isKnown = [outer, ...scopes].every((scope) => covers(scope.sure, scope.maybe, keyword));
  if (!isKnown || !context.areDisjoint(branches)) return undefined;
  const closed = branches.map((branch, i): Schema => {
    const evaluated = union(outer.sure, scopes[i]?.sure ?? nothing);
    return { allOf: [branch, restIs(rest, keyword, evaluated)] };
  });
  return { ...others, [oneOf ? "oneOf" : "anyOf"]: closed };
}

function both(schema: SchemaObject, more: SchemaObject): SchemaObject {
  return Object.keys(more).length === 0 ? schema : { ...schema, allOf: [...(schema.allOf ?? []), more] };
}

/** The schema that holds for what has not been looked at. */
function restIs(rest: Schema, keyword: Keyword, evaluated: Evaluated): SchemaObject {
  if (keyword === "unevaluatedItems") {
    if (evaluated.items) return {};
    const prefixItems = Array.from({ length: evaluated.prefix }, () => true);
    return { ...(prefixItems.length > 0 && { prefixItems }), items: rest };
  }
  if (evaluated.members) return {};
  const all = (names: ReadonlySet<string>) =>
    Object.fromEntries([...names].map((name): [string, Schema] => [name, true]));
  return {
    ...(evaluated.names.size > 0 && { properties: all(evaluated.names) }),
    ...(evaluated.patterns.size > 0 && { patternProperties: all(evaluated.patterns) }),
    additionalProperties: rest,
  };
}

/** Whether nothing may be looked at that is not looked at anyway. */
function covers(sure: Evaluated, maybe: Evaluated, keyword: Keyword): boolean {
  if (keyword === "unevaluatedItems") return sure.items || (!maybe.items && maybe.prefix <= sure.prefix);
  return (
    sure.members || (!maybe.members && isSubset(maybe.names, sure.names) && isSubset(maybe.patterns, sure.patterns))
  );
}

function isSubset(part: ReadonlySet<string>, whole: ReadonlySet<string>): boolean {
  return [...part].every((item) => whole.has(item));
}

function scopeOf(schema: unknown, context: Context, seen: readonly unknown[]): Scope {
  if (!isObject(schema) || seen.includes(schema)) return { sure: nothing, maybe: nothing };
  const inner = (child: unknown) => scopeOf(child, context, [...seen, schema]);
  const target = typeof schema.$ref === "string" ? [inner(context.target(schema.$ref))] : [];
  const always = [...list(schema.allOf).map(inner), ...target];
  const sometimes = [
    ...[...list(schema.anyOf), ...list(schema.oneOf)],
    ...("if" in schema ? [schema.if, schema.then, schema.else] : []),
    ...Object.values(Object(schema.dependentSchemas)),
  ].map(inner);
  const possible = [...always, ...sometimes].flatMap(({ sure, maybe }) => [sure, maybe]);
  // A reference that is resolved by the documents that were on the way, or items that fit `contains`: nobody knows beforehand.
  const unknown: Evaluated = {
    ...nothing,
    members: "$dynamicRef" in schema,
    items: "$dynamicRef" in schema || "contains" in schema,
  };
  return {
    sure: always.map(({ sure }) => sure).reduce(union, ownOf(schema)),
    maybe: possible.reduce(union, unknown),
  };
}

function ownOf(schema: object): Evaluated {
  const { properties, patternProperties, prefixItems }: Fields = { ...schema };
  return {
    names: new Set(Object.keys(Object(properties))),
    patterns: new Set(Object.keys(Object(patternProperties))),
    members: "additionalProperties" in schema || "unevaluatedProperties" in schema,
    prefix: list(prefixItems).length,
    items: "items" in schema || "unevaluatedItems" in schema,
  };
}

function union(a: Evaluated, b: Evaluated): Evaluated {
  return {
    names: new Set([...a.names, ...b.names]),
    patterns: new Set([...a.patterns, ...b.patterns]),
    members: a.members || b.members,
    prefix: Math.max(a.prefix, b.prefix),
    items: a.items || b.items,
  };
}
