import { join } from "./pointer.ts";

/** A JSON Schema (draft 2020-12) as OpenAPI 3.1 uses it. */
export type Schema = boolean | SchemaObject;

export type TypeName = "string" | "number" | "integer" | "boolean" | "null" | "array" | "object";

export interface SchemaObject {
  readonly $ref?: string;
  readonly type?: TypeName | readonly TypeName[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema;
  readonly patternProperties?: Readonly<Record<string, Schema>>;
  readonly propertyNames?: Schema;
  readonly dependentRequired?: Readonly<Record<string, readonly string[]>>;
  readonly dependentSchemas?: Readonly<Record<string, Schema>>;
  readonly minProperties?: number;
  readonly maxProperties?: number;
  readonly items?: Schema;
  readonly prefixItems?: readonly Schema[];
  readonly contains?: Schema;
  readonly minContains?: number;
  readonly maxContains?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly multipleOf?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly format?: string;
  readonly allOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly not?: Schema;
  readonly if?: Schema;
  readonly then?: Schema;
  readonly else?: Schema;
  readonly description?: string;
  readonly discriminator?: { readonly propertyName: string };
  readonly "x-presence"?: boolean;
  readonly [extension: `x-${string}`]: unknown;
}

type Holds = "schema" | "schemas" | "map" | "value";
interface Keyword {
  /** What stands behind the keyword: one schema, a list or a map of schemas, or a plain value. */
  readonly holds: Holds;
  /** The one type that the keyword says something about; absent when it speaks about any. */
  readonly about?: "string" | "number" | "array" | "object";
}

/** The keywords that decide whether a document is valid. */
export const assertions: Readonly<Record<string, Keyword>> = {
  $ref: { holds: "value" },
  type: { holds: "value" },
  enum: { holds: "value" },
  const: { holds: "value" },
  properties: { holds: "map", about: "object" },
  required: { holds: "value", about: "object" },
  additionalProperties: { holds: "schema", about: "object" },
  patternProperties: { holds: "map", about: "object" },
  propertyNames: { holds: "schema", about: "object" },
  dependentRequired: { holds: "value", about: "object" },
  dependentSchemas: { holds: "map", about: "object" },
  minProperties: { holds: "value", about: "object" },
  maxProperties: { holds: "value", about: "object" },
  items: { holds: "schema", about: "array" },
  prefixItems: { holds: "schemas", about: "array" },
  contains: { holds: "schema", about: "array" },
  minContains: { holds: "value", about: "array" },
  maxContains: { holds: "value", about: "array" },
  minItems: { holds: "value", about: "array" },
  maxItems: { holds: "value", about: "array" },
  uniqueItems: { holds: "value", about: "array" },
  minimum: { holds: "value", about: "number" },
  maximum: { holds: "value", about: "number" },
  exclusiveMinimum: { holds: "value", about: "number" },
  exclusiveMaximum: { holds: "value", about: "number" },
  multipleOf: { holds: "value", about: "number" },
  minLength: { holds: "value", about: "string" },
  maxLength: { holds: "value", about: "string" },
  pattern: { holds: "value", about: "string" },
  allOf: { holds: "schemas" },
  anyOf: { holds: "schemas" },
  oneOf: { holds: "schemas" },
  not: { holds: "schema" },
  if: { holds: "schema" },
  // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema; nobody awaits this table
  then: { holds: "schema" },
  else: { holds: "schema" },
};

/** Keywords that stand beside others, and whose schemas speak about the same value. */
export const conditions: ReadonlySet<string> = new Set(["not", "if", "then", "else", "dependentSchemas"]);

/** All whose schemas speak about the very value that their own schema speaks about. */
export const sameValue: ReadonlySet<string> = new Set(["allOf", "anyOf", "oneOf", ...conditions]);

/** Keywords that describe and do not decide. `format` decides only when asked to. */
export const annotations: ReadonlySet<string> = new Set([
  ...["title", "description", "default", "example", "examples", "deprecated", "readOnly", "writeOnly", "$comment"],
  ...[
    "$schema",
    "format",
    "contentEncoding",
    "contentMediaType",
    "contentSchema",
    "externalDocs",
    "xml",
    "discriminator",
  ],
]);

/** Keywords that the normalizer says in other words. */
export const spelledOut: ReadonlySet<string> = new Set(["unevaluatedProperties", "unevaluatedItems", "nullable"]);

/** Keywords that say nothing themselves: what they hold counts where a `$ref` leads to it. */
export const shelves: ReadonlySet<string> = new Set(["$defs", "definitions"]);

/** Keywords of JSON Schema that the emitters cannot honour. */
export const unsupported: ReadonlySet<string> = new Set([
  ...["$dynamicRef", "$dynamicAnchor", "$anchor", "$id"],
  ...["$recursiveRef", "$recursiveAnchor", "$vocabulary", "dependencies", "additionalItems"],
]);

export function decides(keyword: string): boolean {
  return Object.hasOwn(assertions, keyword);
}

export function keepAssertions(schema: object): SchemaObject {
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => decides(keyword))) as SchemaObject;
}

export function keepAnnotations(schema: object): SchemaObject {
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => !decides(keyword))) as SchemaObject;
}

export function isSchemaObject(schema: Schema | undefined): schema is SchemaObject {
  return typeof schema === "object";
}

/** Applies `change` to every schema directly below this one. */
export function mapChildren(schema: SchemaObject, change: (child: Schema, ...path: string[]) => Schema): SchemaObject {
  const pairs = Object.entries(schema).map(([keyword, value]): [string, unknown] => {
    const holds = assertions[keyword]?.holds;
    if (holds === "schema") return [keyword, change(value as Schema, keyword)];
    if (holds === "schemas") return [keyword, (value as Schema[]).map((child, i) => change(child, keyword, String(i)))];
    if (holds !== "map") return [keyword, value];
    const changed = Object.entries(value as Record<string, Schema>).map(([key, child]) => [
      key,
      change(child, keyword, key),
    ]);
    return [keyword, Object.fromEntries(changed)];
  });
  return Object.fromEntries(pairs) as SchemaObject;
}

/** Calls `visit` with every schema directly below this one, and the way to it. */
function eachChild(schema: SchemaObject, visit: (child: Schema, ...path: string[]) => void): void {
  for (const [keyword, value] of Object.entries(schema)) {
    const holds = assertions[keyword]?.holds;
    if (holds === "schema") visit(value as Schema, keyword);
    if (holds === "schemas") for (const [i, child] of (value as Schema[]).entries()) visit(child, keyword, String(i));
    if (holds === "map") for (const [key, child] of Object.entries(value as object)) visit(child, keyword, key);
  }
}

/** Every schema at or below this one, with its JSON pointer. */
export function walkPlaced(schema: Schema, pointer: string): readonly (readonly [SchemaObject, string])[] {
  const found: (readonly [SchemaObject, string])[] = [];
  const visit = (child: Schema, place: string) => {
    if (!isSchemaObject(child)) return;
    found.push([child, place]);
    eachChild(child, (next, ...path) => visit(next, join(place, ...path)));
  };
  visit(schema, pointer);
  return found;
}

/** Every schema at or below this one. */
export function walk(schema: Schema): readonly SchemaObject[] {
  const found: SchemaObject[] = [];
  const visit = (child: Schema) => {
    if (!isSchemaObject(child)) return;
    found.push(child);
    eachChild(child, visit);
  };
  visit(schema);
  return found;
}
