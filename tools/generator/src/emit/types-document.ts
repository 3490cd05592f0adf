import { componentOf } from "../pointer.ts";
import { isSchemaObject, mapChildren, type Schema, type SchemaObject, unsupported } from "../schema.ts";
import { isWidened, restOf } from "./rest.ts";
import { itemsOf } from "./zod.ts";

type Components = ReadonlyMap<string, Schema>;

/** Keywords that say nothing in a type, or something else to openapi-typescript. */
const silent = new Set([
  "not",
  "if",
  "then",
  "else",
  "propertyNames",
  "dependentSchemas",
  "contains",
  "discriminator",
  "example",
  "examples",
  ...unsupported,
]);

/** The components as openapi-typescript has to see them to print the type that the schema means. */
export function toTypesDocument(components: Components): object {
  const schemas = [...components].map(([name, schema]) => [name, rewrite(schema, components)]);
  return {
    openapi: "3.1.0",
    info: { title: "types", version: "1" },
    paths: {},
    components: { schemas: Object.fromEntries(schemas) },
  };
}

function rewrite(schema: Schema, components: Components): Schema {
  if (!isSchemaObject(schema)) return schema;
  const kept = Object.fromEntries(Object.entries(schema).filter(([keyword]) => !silent.has(keyword))) as SchemaObject;
  const changed = mapChildren(loosen(excludeOthers(kept, components)), (child) => rewrite(child, components));
  return typeof schema.type === "string" && schema.enum?.includes(null) ? { ...changed, type: "null" } : changed;
}

/**
 * `{ text: string } | { url: string }` is meant to be one of both: what a branch requires and no other one names becomes
 * `never` in the others.
 */
function excludeOthers(schema: SchemaObject, components: Components): SchemaObject {
  const members = schema.oneOf?.map((member) => resolve(member, components));
  if (!members?.every((member) => isSchemaObject(member) && member.type === "object")) return schema;
  const objects = members.filter(isSchemaObject);
  const own = objects.map((object, i) =>
    (object.required ?? []).filter((key) => objects.every((other, j) => i === j || !names(other, key))),
  );
  if (
    schema.oneOf?.some((member) => isSchemaObject(member) && member.$ref !== undefined) ||
    own.some((keys) => keys.length !== 1)
  )
    return schema;
  return {
    ...schema,
    oneOf: objects.map((object, i) => {
      const others = own.flatMap((keys, j) => (i === j ? [] : keys)).map((key): [string, Schema] => [key, false]);
      return { ...object, properties: { ...object.properties, ...Object.fromEntries(others) } };
    }),
  };
}

function names(schema: SchemaObject, key: string): boolean {
  return Object.hasOwn(schema.properties ?? {}, key);
}

function resolve(schema: Schema, components: Components): Schema {
  const name = isSchemaObject(schema) && schema.$ref !== undefined ? componentOf(schema.$ref) : undefined;
  return name === undefined ? schema : (components.get(name) ?? schema);
}

/** An enum without values is printed as `never`. */
const never: Schema = { enum: [] };

/** What the emitted zod schema infers for members that are not named, and for the items of a tuple. */
function loosen(schema: SchemaObject): SchemaObject {
  const { patternProperties, prefixItems, ...rest } = schema;
  const items = prefixItems ? { items: itemsOf(schema) } : rest.items === false && { items: never };
  return { ...rest, ...items, ...unnamed(schema) };
}

function unnamed(schema: SchemaObject): SchemaObject {
  if (schema.type !== "object") return {};
  const rest = restOf(schema);
  const isEmpty = rest === false && Object.keys(schema.properties ?? {}).length === 0;
  if (isEmpty) return { additionalProperties: never };
  return isWidened(schema) ? { additionalProperties: rest } : {};
}
