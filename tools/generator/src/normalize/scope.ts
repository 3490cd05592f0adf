import { isObject, list } from "../json.ts";
import type { Schema } from "../schema.ts";
import { type Evaluated, nothing, ownOf, union } from "./evaluated.ts";

/** Some of what a schema looks at, and when it does. */
interface Option {
  /** Holds for the values of which this is looked at. */
  readonly when: Schema;
  readonly evaluated: Evaluated;
}

/** What a schema and those that it is composed of look at. */
export interface Scope {
  /** Whatever the value is. */
  readonly sure: Evaluated;
  /** Depending on the value; of one that fits the whole schema. */
  readonly options: readonly Option[];
  /** Whether there is more, of which nobody knows beforehand. */
  readonly isOpen: boolean;
}

const none: Scope = { sure: nothing, options: [], isOpen: false };

/** `target` gives the schema that a `$ref` leads to, as it is written. */
export function scopeOf(schema: unknown, target: (ref: string) => unknown, seen: readonly unknown[] = []): Scope {
  if (!isObject(schema) || seen.includes(schema)) return none;
  const inner = (child: unknown) => scopeOf(child, target, [...seen, schema]);
  const referred = typeof schema.$ref === "string" ? [inner(target(schema.$ref))] : [];
  const always = [...list(schema.allOf).map(inner), ...referred];
  const sometimes = [
    ...[...list(schema.anyOf), ...list(schema.oneOf)].map((branch) => under(branch as Schema, [inner(branch)])),
    ...conditional(schema, inner),
    ...Object.entries(Object(schema.dependentSchemas)).map(([key, child]) =>
      under({ required: [key] }, [inner(child)]),
    ),
  ];
  // A reference that is resolved by the documents that were on the way.
  const own: Scope = { sure: ownOf(schema), options: [], isOpen: "$dynamicRef" in schema };
  return [...always, ...sometimes].reduce(together, own);
}

function conditional(schema: Readonly<Record<string, unknown>>, inner: (child: unknown) => Scope): readonly Scope[] {
  if (schema.if === undefined) return [];
  const condition = schema.if as Schema;
  return [under(condition, [inner(condition), inner(schema.then)]), under({ not: condition }, [inner(schema.else)])];
}

function together(a: Scope, b: Scope): Scope {
  return { sure: union(a.sure, b.sure), options: [...a.options, ...b.options], isOpen: a.isOpen || b.isOpen };
}

/** What is looked at anyway is, here, when the condition holds. */
function under(when: Schema, scopes: readonly Scope[]): Scope {
  const { sure, options, isOpen } = scopes.reduce(together, none);
  const deeper = options.map(({ when: own, evaluated }) => ({ when: { allOf: [when, own] }, evaluated }));
  return { sure: nothing, options: [{ when, evaluated: sure }, ...deeper], isOpen };
}
