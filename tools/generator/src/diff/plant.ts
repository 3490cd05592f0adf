import { isObject, member } from "../json.ts";
import { sample } from "../samples/sample.ts";
import { isSchemaObject, type Schema, type SchemaObject } from "../schema.ts";
import { resolve } from "../union.ts";
import { type Components, objectView } from "./view.ts";

/** Takes a member out instead of putting one in. */
export const absent = Symbol("absent");

interface Plot {
  readonly schema: Schema;
  readonly components: Components;
}

/** A step from a schema to one below it, and the same step in a document. */
interface Step {
  /** Whether the next key says which one is meant. */
  readonly keyed: boolean;
  readonly schema: (target: SchemaObject, key: string) => Schema | undefined;
  /** What the document has there, to go on with. */
  readonly node: (document: unknown, key: string) => unknown;
  /** A copy of the document with something else there. */
  readonly put: (
    document: unknown,
    made: unknown,
    place: { readonly key: string; readonly target: SchemaObject },
  ) => unknown;
}

const branch = (keyword: "oneOf" | "anyOf"): Step => ({
  keyed: true,
  schema: (target, key) => target[keyword]?.[Number(key)],
  node: () => undefined,
  put: (_document, made) => made,
});

const steps: Readonly<Record<string, Step>> = {
  properties: {
    keyed: true,
    schema: (target, key) => objectView(target)?.properties[key],
    node: member,
    put: (document, made, { key, target }) => {
      const { group = [] } = objectView(target) ?? {};
      // Of a group one member is set.
      const gone = group.includes(key) ? new Set([...group, key]) : new Set([key]);
      const kept = Object.entries(isObject(document) ? document : {}).filter(([name]) => !gone.has(name));
      return Object.fromEntries(made === absent ? kept : [...kept, [key, made]]);
    },
  },
  items: {
    keyed: false,
    schema: ({ items }) => items,
    node: (document) => (Array.isArray(document) ? document[0] : undefined),
    put: (_document, made) => [made],
  },
  additionalProperties: {
    keyed: false,
    schema: ({ additionalProperties }) => additionalProperties,
    node: (document) => member(document, "extra"),
    put: (document, made) => ({ ...Object(document), extra: made }),
  },
  oneOf: branch("oneOf"),
  anyOf: branch("anyOf"),
};

/** The next step of a path, and what is behind it; undefined where the path no longer leads through schemas. */
function next(path: readonly string[], { schema, components }: Plot) {
  const [keyword = "", second = ""] = path;
  const step = Object.hasOwn(steps, keyword) ? steps[keyword] : undefined;
  const target = resolve(schema, components);
  if (!step || !isSchemaObject(target)) return undefined;
  const key = step.keyed ? second : "";
  const child = step.schema(target, key);
  return child === undefined ? undefined : { step, key, target, child, rest: path.slice(step.keyed ? 2 : 1) };
}

/**
 * A copy of the document with `value` at the place to which `path` leads in its normalized schema. What is missing on the way is made
 * as small as it can be.
 */
export function plant(document: unknown, value: unknown, path: readonly string[], plot: Plot): unknown {
  const found = next(path, plot);
  if (!found) return value;
  const { step, key, target, child, rest } = found;
  const below = { ...plot, schema: child };
  const node = step.node(document, key) ?? sample(child, plot.components);
  const made = rest.length === 0 ? value : plant(node, value, rest, below);
  return step.put(document, made, { key, target });
}

/** The schema to which such a path leads, and the part of the path that leads through schemas. */
export function schemaAt(
  path: readonly string[],
  plot: Plot,
): { readonly schema: Schema; readonly path: readonly string[] } {
  const found = next(path, plot);
  if (!found) return { schema: plot.schema, path: [] };
  const below = schemaAt(found.rest, { ...plot, schema: found.child });
  return { schema: below.schema, path: [...path.slice(0, path.length - found.rest.length), ...below.path] };
}
