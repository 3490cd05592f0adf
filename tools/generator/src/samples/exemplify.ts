import { isObject, list } from "../json.ts";
import { isSchemaObject, type Schema, type SchemaObject } from "../schema.ts";
import { resolve } from "../union.ts";

type Components = ReadonlyMap<string, Schema>;

/** Levels of a made-up document; a schema that holds itself ends there. */
const MAX_DEPTH = 12;

/**
 * A document made of what a normalized schema gives as examples and defaults: every member that has one, and every required one. Undefined where
 * the schema gives nothing and asks for nothing.
 */
export function exemplify(schema: Schema, components: Components): unknown {
  return make(schema, { components, needed: false, depth: 0 });
}

/** `value` with the members that the schema requires and it lacks, at every level; the same object where it lacks none. */
export function fillRequired(value: unknown, schema: Schema, components: Components): unknown {
  const target = resolve(schema, components);
  if (!isSchemaObject(target)) return value;
  const parts = [...(target.allOf ?? []), ...branchesFor(value, target, components)];
  if (parts.length > 0) {
    // Each part asks for its own, and so does what stands beside them.
    const { allOf: _, oneOf: __, anyOf: ___, ...own } = target;
    return [own, ...parts].reduce<unknown>((filled, part) => fillRequired(filled, part, components), value);
  }
  if (Array.isArray(value)) return fillItems(value, target.items, components);
  if (!isObject(value)) return value;
  const { properties = {}, required = [] } = target;
  const known = Object.entries(value).map(([name, member]) => {
    const own = Object.hasOwn(properties, name) ? properties[name] : undefined;
    return [name, own === undefined ? member : fillRequired(member, own, components)] as const;
  });
  const lacking = required.filter((name) => !Object.hasOwn(value, name));
  const isSame = lacking.length === 0 && known.every(([name, member]) => member === value[name]);
  const made = lacking.map((name) => [name, need(properties[name] ?? true, components)] as const);
  return isSame ? value : Object.fromEntries([...known, ...made]);
}

function fillItems(items: readonly unknown[], schema: Schema = true, components: Components): readonly unknown[] {
  const filled = items.map((item) => fillRequired(item, schema, components));
  return filled.every((item, index) => item === items[index]) ? items : filled;
}

/** The branch that the value was meant for: the one whose required members it has, else none. */
function branchesFor(value: unknown, target: SchemaObject, components: Components): readonly Schema[] {
  if (!isObject(value)) return [];
  const fitting = [...(target.oneOf ?? []), ...(target.anyOf ?? [])].find((branch) => {
    const resolved = resolve(branch, components);
    return isSchemaObject(resolved) && (resolved.required ?? []).every((name) => Object.hasOwn(value, name));
  });
  return fitting === undefined ? [] : [fitting];
}

/** A schema without its compositions, and with what a part of them says. */
function withOwn(whole: Schema, part: Schema): Schema {
  if (!isSchemaObject(whole)) return part;
  const { allOf: _, oneOf: __, anyOf: ___, ...own } = whole;
  if (!isSchemaObject(part)) return own;
  return {
    ...own,
    ...part,
    properties: { ...own.properties, ...part.properties },
    required: [...new Set([...(own.required ?? []), ...(part.required ?? [])])],
  };
}

interface Making {
  readonly components: Components;
  readonly needed: boolean;
  readonly depth: number;
}

function need(schema: Schema, components: Components): unknown {
  return make(schema, { components, needed: true, depth: 0 }) ?? null;
}

function make(schema: Schema, making: Making): unknown {
  const target = resolve(schema, making.components);
  const given = exampleOf(schema) ?? exampleOf(target);
  if (given !== undefined || !isSchemaObject(target) || making.depth > MAX_DEPTH) return given;
  const parts = target.allOf ?? (target.oneOf ?? target.anyOf ?? []).slice(0, 1);
  if (parts.length > 0) {
    const whole = parts.reduce<Schema>((own, part) => withOwn(own, resolve(part, making.components)), target);
    return make(whole, { ...making, depth: making.depth + 1 });
  }
  const of = (child: Schema, needed: boolean) => make(child, { ...making, needed, depth: making.depth + 1 });
  const made = makers[String(target.type)]?.(target, of);
  return made ?? (making.needed ? placeholder(target) : undefined);
}

type Maker = (schema: SchemaObject, of: (child: Schema, needed: boolean) => unknown) => unknown;

const makers: Readonly<Record<string, Maker>> = {
  array: ({ items = true, minItems = 0 }, of) => {
    const item = of(items, minItems > 0);
    return item === undefined ? undefined : Array.from({ length: Math.max(1, minItems) }, () => item);
  },
  object: ({ properties = {}, required = [] }, of) => {
    const members = Object.entries(properties).flatMap(([name, child]) => {
      const made = of(child, required.includes(name));
      return made === undefined ? [] : [[name, made] as const];
    });
    return members.length === 0 ? undefined : Object.fromEntries(members);
  },
};

const placeholders: Readonly<Record<string, (schema: SchemaObject) => unknown>> = {
  string: ({ minLength = 1 }) => "x".repeat(minLength),
  integer: ({ minimum = 0 }) => Math.ceil(minimum),
  number: ({ minimum = 0 }) => minimum,
  boolean: () => false,
  array: () => [],
  object: () => ({}),
};

/** The least that a required member may be where the schema gives no example of it. */
function placeholder(schema: SchemaObject): unknown {
  return schema.enum?.[0] ?? placeholders[String(schema.type)]?.(schema);
}

/** JSON Schema's `examples`, OpenAPI's `example`, `const` and `default`, in this order. */
function exampleOf(schema: Schema): unknown {
  if (!isSchemaObject(schema)) return undefined;
  const { examples, example, const: constant, default: byDefault }: Record<string, unknown> = { ...schema };
  return list(examples)[0] ?? example ?? constant ?? byDefault;
}
