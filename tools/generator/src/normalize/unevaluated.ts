import type { Schema, SchemaObject } from "../schema.ts";
import { isTimeout, within } from "../time-limit.ts";
import { covers, type Evaluated, nothing, ownOf, restIs, type Unevaluated, union } from "./evaluated.ts";
import { type Scope, scopeOf } from "./scope.ts";

/**
 * Ways in which it may depend on the value which patterns or items, or whether all members, are looked at: each doubles the schema. Names do
 * not count.
 */
export const MAX_UNEVALUATED_CHOICES = 4;

/** The milliseconds in which the patterns of one schema are tried on its names. */
const MATCH_TIMEOUT = 1000;

interface Context {
  /** The schema that a `$ref` leads to, as it is written. */
  readonly target: (ref: string) => unknown;
  /** Whether no document can fit two of these schemas. */
  readonly areDisjoint: (members: readonly Schema[]) => boolean;
  /** Takes the keyword that cannot be honoured, and why. */
  readonly leaveOut: (keyword: string, reason: string) => void;
}

const keywords = ["unevaluatedProperties", "unevaluatedItems"] as const;

type Fields = Readonly<Record<string, unknown>>;

/** Says `unevaluatedProperties` and `unevaluatedItems` in terms of `additionalProperties`, `items` and conditions. */
export function spellOutUnevaluated(schema: SchemaObject, context: Context): SchemaObject {
  return keywords.reduce((result, keyword) => {
    const { [keyword]: rest, ...others } = result as Fields & SchemaObject;
    if (rest === undefined || rest === true) return others;
    const closed = close(others, keyword, rest as Schema, context);
    if (typeof closed !== "string") return closed;
    context.leaveOut(keyword, closed);
    return others;
  }, schema);
}

/** The schema with what the keyword says in other words, or why that cannot be said. */
function close(schema: SchemaObject, keyword: Unevaluated, rest: Schema, context: Context): SchemaObject | string {
  const scope = scopeOf(schema, context.target);
  if (scope.isOpen) return "depends on where a $dynamicRef leads";
  // Without anything composed, `additionalProperties` and `items` say the same.
  if (covers(ownOf(schema), all(scope), keyword) && ownOf(schema).fitting.length === 0)
    return { ...restIs(rest, keyword, nothing), ...schema };
  if (covers(scope.sure, all(scope), keyword)) return both(schema, restIs(rest, keyword, scope.sure));
  return closeBranches(schema, keyword, rest, context) ?? closeChoices(schema, scope, keyword, rest);
}

function all({ sure, options }: Scope): Evaluated {
  return options.map(({ evaluated }) => evaluated).reduce(union, sure);
}

/** Where it depends only on which of several branches holds, and no two can, each branch says it itself. */
function closeBranches(
  schema: SchemaObject,
  keyword: Unevaluated,
  rest: Schema,
  { target, areDisjoint }: Context,
): SchemaObject | undefined {
  const { anyOf, oneOf, ...others } = schema;
  const branches = oneOf ?? anyOf;
  if (!branches || (anyOf && oneOf)) return undefined;
  const outer = scopeOf(others, target);
  const scopes = branches.map((branch) => scopeOf(branch, target));
  const isKnown = [outer, ...scopes].every((scope) => covers(scope.sure, all(scope), keyword));
  if (!isKnown || !areDisjoint(branches)) return undefined;
  const closed = branches.map((branch, i): Schema => {
    const evaluated = union(outer.sure, scopes[i]?.sure ?? nothing);
    return { allOf: [branch, restIs(rest, keyword, evaluated)] };
  });
  return { ...others, [oneOf ? "oneOf" : "anyOf"]: closed };
}

/**
 * What has been looked at is what all the options look at that hold. So the value fits when there are some that hold, and with what those look
 * at, `rest` holds for the others: more that hold would only leave less. A name that only options look at has a condition of its own.
 */
function closeChoices(
  schema: SchemaObject,
  { sure, options }: Scope,
  keyword: Unevaluated,
  rest: Schema,
): SchemaObject | string {
  const useful = options.filter(({ evaluated }) => !covers(sure, evaluated, keyword));
  const optional = new Set(
    useful.flatMap(({ evaluated }) => [...evaluated.names]).filter((name) => !sure.names.has(name)),
  );
  const base = keyword === "unevaluatedItems" ? sure : union(sure, { ...nothing, names: optional });
  const choices = useful.filter(({ evaluated }) => !covers(base, evaluated, keyword));
  if (choices.length > MAX_UNEVALUATED_CHOICES)
    return `depends on ${choices.length} parts of the schema, of more than ${MAX_UNEVALUATED_CHOICES}`;
  const type = keyword === "unevaluatedItems" ? "array" : "object";
  const whole = subsets(choices).map((chosen): Schema => {
    const evaluated = chosen.map((choice) => choice.evaluated).reduce(union, base);
    return ofType(type, { allOf: [...chosen.map(({ when }) => when), restIs(rest, keyword, evaluated)] });
  });
  const closed = choices.length === 0 ? restIs(rest, keyword, base) : { not: { not: { anyOf: whole } } };
  if (keyword === "unevaluatedItems") return both(schema, closed);
  try {
    const named = within(MATCH_TIMEOUT, () => conditionsOf([...optional], { sure, options: useful, rest }));
    return [closed, named].reduce(both, schema);
  } catch (error) {
    if (!isTimeout(error)) throw error;
    return `needs more than ${MATCH_TIMEOUT} ms to see which names the patterns beside it match`;
  }
}

interface Named {
  readonly sure: Evaluated;
  readonly options: Scope["options"];
  readonly rest: Schema;
}

/** Who has one of these members looks at it by one of the options that do, or it is as the rest has to be. */
function conditionsOf(names: readonly string[], { sure, options, rest }: Named): SchemaObject {
  const conditions = names
    .filter((name) => !looksAt(sure, name))
    .map((name): [string, Schema] => {
      const when = options.filter(({ evaluated }) => looksAt(evaluated, name)).map((option) => option.when);
      const asRest = rest === false ? [] : [{ properties: { [name]: rest } }];
      return [name, { anyOf: [...when, ...asRest].map((condition) => ofType("object", condition)) }];
    });
  return conditions.length === 0 ? {} : { dependentSchemas: Object.fromEntries(conditions) };
}

function ofType(type: "object" | "array", schema: Schema): Schema {
  return { allOf: [{ type }, schema] };
}

function looksAt({ names, patterns, members }: Evaluated, name: string): boolean {
  return members || names.has(name) || [...patterns].some((pattern) => matches(pattern, name));
}

/** What is no regular expression is left out where it stands. */
function matches(pattern: string, name: string): boolean {
  try {
    return new RegExp(pattern, "u").test(name);
  } catch {
    return false;
  }
}

function subsets<T>([first, ...others]: readonly T[]): readonly (readonly T[])[] {
  if (first === undefined) return [[]];
  const without = subsets(others);
  return [...without, ...without.map((set) => [first, ...set])];
}

function both(schema: SchemaObject, more: SchemaObject): SchemaObject {
  return Object.keys(more).length === 0 ? schema : { ...schema, allOf: [...(schema.allOf ?? []), more] };
}
