import { isSchemaObject, type Schema, type SchemaObject } from "./schema.ts";
import { resolve } from "./union.ts";

type Components = ReadonlyMap<string, Schema>;

const MAX_DEPTH = 12;

/** A small document that fits a normalized schema, as far as types and required members say; always the same one. */
export function sample(schema: Schema, components: Components, depth = 0): unknown {
  const target = resolve(schema, components);
  if (!isSchemaObject(target) || depth > MAX_DEPTH) return null;
  const [branch] = target.oneOf ?? target.anyOf ?? [];
  if (branch !== undefined) return sample(branch, components, depth + 1);
  if (target.allOf) return Object.assign({}, ...target.allOf.map((part) => sample(part, components, depth + 1)));
  if (target.enum) return target.enum[0];
  return samplers[String(target.type)]?.(target, (child) => sample(child, components, depth + 1)) ?? null;
}

type Sampler = (schema: SchemaObject, of: (child: Schema) => unknown) => unknown;

const samplers: Readonly<Record<string, Sampler>> = {
  string: ({ minLength = 1 }) => "x".repeat(minLength),
  integer: ({ minimum = 0 }) => Math.ceil(minimum),
  number: ({ minimum = 0 }) => minimum,
  boolean: () => true,
  array: ({ items = true, minItems = 0 }, of) => Array.from({ length: minItems }, () => of(items)),
  object: ({ properties = {}, required = [] }, of) =>
    Object.fromEntries(required.map((name) => [name, of(properties[name] ?? true)])),
};

/** A value of a type that the schema does not have, or undefined when it takes all. */
export function misfit(schema: Schema, components: Components): unknown {
  const target = resolve(schema, components);
  if (target === false) return 1;
  if (!isSchemaObject(target) || target.type === undefined) return undefined;
  return target.type === "number" || target.type === "integer" ? "x" : 1;
}
