import { isSchemaObject, type Schema, type SchemaObject } from "../schema.ts";
import { resolve } from "../union.ts";

type Components = ReadonlyMap<string, Schema>;

const MAX_DEPTH = 12;

/** The values in one sample. What takes more is cut off, and does not fit. */
const MAX_VALUES = 5_000;

/** The characters of one text in a sample. */
const MAX_TEXT = 10_000;

interface Progress {
  readonly components: Components;
  readonly depth: number;
  /** The values that may still be made. */
  readonly left: { values: number };
}

/** A small document that fits a normalized schema, as far as types and required members say; always the same one. */
export function sample(schema: Schema, components: Components): unknown {
  return make(schema, { components, depth: 0, left: { values: MAX_VALUES } });
}

function make(schema: Schema, progress: Progress): unknown {
  const { components, depth, left } = progress;
  const target = resolve(schema, components);
  left.values--;
  if (!isSchemaObject(target) || depth > MAX_DEPTH || left.values < 0) return null;
  const deeper = { ...progress, depth: depth + 1 };
  const [branch] = target.oneOf ?? target.anyOf ?? [];
  if (branch !== undefined) return make(branch, deeper);
  if (target.allOf) return Object.assign({}, ...target.allOf.map((part) => make(part, deeper)));
  if (target.enum) return target.enum[0];
  return samplers[String(target.type)]?.(target, deeper) ?? null;
}

type Sampler = (schema: SchemaObject, progress: Progress) => unknown;

const samplers: Readonly<Record<string, Sampler>> = {
  string: ({ minLength = 1 }) => "x".repeat(Math.min(minLength, MAX_TEXT)),
  integer: ({ minimum = 0 }) => Math.ceil(minimum),
  number: ({ minimum = 0 }) => minimum,
  boolean: () => true,
  array: ({ items = true, minItems = 0 }, progress) =>
    Array.from({ length: Math.min(minItems, Math.max(progress.left.values, 0)) }, () => make(items, progress)),
  object: ({ properties = {}, required = [] }, progress) =>
    Object.fromEntries(required.map((name) => [name, make(properties[name] ?? true, progress)])),
};

/** A value of a type that the schema does not have, or undefined when it takes all. */
export function misfit(schema: Schema, components: Components): unknown {
  const target = resolve(schema, components);
  if (target === false) return 1;
  if (!isSchemaObject(target) || target.type === undefined) return undefined;
  return target.type === "number" || target.type === "integer" ? "x" : 1;
}
