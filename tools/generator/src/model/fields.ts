import { componentOf } from "../pointer.ts";
import { isSchemaObject, type Schema, type SchemaObject } from "../schema.ts";
import { componentsOf } from "./methods.ts";
import type { Model } from "./model.ts";
import { reachable } from "./reachable.ts";

/** A table of its own for each, so that who needs one bundles that one. */
export type FieldPart = "fields" | "cardFields" | "requestFields";

export interface FieldTables {
  /** Message → member → descriptor; see `FieldTable` in @a2akit/protocol. */
  readonly fields: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Enum → names; the index is the number in the protocol buffer. */
  readonly enums: Readonly<Record<string, readonly string[]>>;
  /** Which messages a client reads of every agent, only of some Agent Cards, and never. */
  readonly part: (message: string) => FieldPart;
}

/** The table that tells a codec where to look: all messages that a method or the Agent Card can carry. */
export function buildFieldTables(model: Model): FieldTables {
  const cards = new Set(model.card ? [model.card.component] : []);
  const results = componentsOf(model, "result").filter((name) => !cards.has(name));
  const answers = reachable(model.components, results);
  const inCards = reachable(model.components, [...cards]);
  const names = new Set([...answers, ...inCards, ...reachable(model.components, componentsOf(model, "params"))]);
  const fields: Record<string, Record<string, string>> = {};
  const enums: Record<string, readonly string[]> = {};
  for (const [name, schema] of model.components) {
    if (!names.has(name)) continue;
    const values = enumOf(schema);
    if (values) enums[name] = values;
    else if (isMessage(schema)) fields[name] = describeMembers(schema, model);
  }
  const part = (name: string): FieldPart =>
    answers.has(name) ? "fields" : inCards.has(name) ? "cardFields" : "requestFields";
  return { fields, enums, part };
}

function enumOf(schema: Schema): readonly string[] | undefined {
  return isSchemaObject(schema) && schema.type === "string" && schema.enum ? schema.enum.map(String) : undefined;
}

function isMessage(schema: Schema): schema is SchemaObject {
  return isSchemaObject(schema) && branches(schema).every((branch) => branch.type === "object");
}

/** The members of an object, or of all objects of a union. */
function describeMembers(schema: SchemaObject, model: Model): Record<string, string> {
  const found = branches(schema).flatMap((branch) => Object.entries(branch.properties ?? {}));
  const names = [...new Set(found.map(([name]) => name))];
  return Object.fromEntries(
    names.flatMap((name) => {
      const property = found.find(([key, value]) => key === name && value !== false)?.[1];
      return property === undefined ? [] : [[name, describe(property, model)]];
    }),
  );
}

function branches(schema: SchemaObject): readonly SchemaObject[] {
  const parts = schema.oneOf ?? schema.anyOf ?? schema.allOf;
  return parts ? parts.filter(isSchemaObject).flatMap(branches) : [schema];
}

function describe(schema: Schema, model: Model): string {
  const tracked = isSchemaObject(schema) && schema["x-presence"] === true;
  return describeValue(schema, model) + (tracked ? "?" : "");
}

const formats: Readonly<Record<string, string>> = { byte: "bytes", "date-time": "timestamp" };

/** Descriptors of plain types; a list, a map or an enum takes a second look. */
const scalars: Readonly<Record<string, (schema: SchemaObject, model: Model) => string>> = {
  string: (schema) => formats[schema.format ?? ""] ?? "string",
  boolean: () => "boolean",
  integer: () => "int32",
  number: () => "int32",
  array: (schema, model) => `${describeValue(schema.items ?? true, model)}[]`,
  object: (schema, model) =>
    schema.additionalProperties === undefined || schema.additionalProperties === true
      ? "json"
      : `{${describeValue(schema.additionalProperties, model)}}`,
};

function describeValue(schema: Schema, model: Model): string {
  if (!isSchemaObject(schema)) return "value";
  const name = schema.$ref === undefined ? undefined : componentOf(schema.$ref);
  if (name !== undefined) {
    const target = model.components.get(name) ?? true;
    return enumOf(target) || isMessage(target) ? name : describeValue(target, model);
  }
  return scalars[String(schema.type)]?.(schema, model) ?? "value";
}
