import { sameJson } from "../json.ts";
import { isSchemaObject, type Schema, type SchemaObject } from "../schema.ts";

/**
 * What a member that is not named may be, as far as a type can say it: an index signature has to admit the named members
 * and those that match a pattern, too, or no value could ever have the type. The rest is checked apart.
 */
export function restOf(schema: SchemaObject): Schema {
  const { properties = {}, patternProperties = {} } = schema;
  const rest = simplify(schema.additionalProperties ?? true);
  const patterned = Object.values(patternProperties);
  if (rest === true || (rest === false && patterned.length === 0)) return rest;
  const named = Object.values(properties).filter((property) => property !== false);
  const values = [rest, ...patterned, ...named].map(simplify).filter((value) => value !== false);
  if (values.includes(true)) return true;
  const distinct = values.filter((value, i) => values.findIndex((other) => sameJson(other, value)) === i);
  return distinct.length === 1 ? (distinct[0] ?? true) : { anyOf: distinct };
}

/** `{}` is `true`. */
function simplify(schema: Schema): Schema {
  return isSchemaObject(schema) && Object.keys(schema).length === 0 ? true : schema;
}

/** Whether {@link restOf} admits more than the schema does. */
export function isWidened(schema: SchemaObject): boolean {
  return (
    schema.patternProperties !== undefined || !sameJson(restOf(schema), simplify(schema.additionalProperties ?? true))
  );
}
