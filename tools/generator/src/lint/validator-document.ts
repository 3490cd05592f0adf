import { fromEntries, isObject, type Open } from "../json.ts";
import { faultOf } from "../normalize/keywords.ts";
import { modernize } from "../normalize/upgrade.ts";
import { assertions, shelves } from "../schema.ts";

/** Keys behind which stands data, and neither a schema nor what may hold one. */
const data = new Set(["example", "examples", "default", "const", "enum", "value"]);

/**
 * The document for a validator of JSON Schema 2020-12: the words of OpenAPI 3.0 are replaced, and what a reading that is lenient leaves out
 * is left out.
 */
export function validatorDocument(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(validatorDocument);
  if (!isObject(node)) return node;
  const pairs = Object.entries(node).map(([key, value]): [string, unknown] => {
    if (key === "schemas" && isObject(value)) return [key, mapOf(value)];
    if (key === "schema") return [key, sound(value)];
    return [key, data.has(key) ? value : validatorDocument(value)];
  });
  return modernize(fromEntries(pairs));
}

function sound(schema: unknown): unknown {
  if (!isObject(schema)) return typeof schema === "boolean" ? schema : true;
  const kept = Object.entries(schema).filter(([keyword, value]) => faultOf(keyword, value) === undefined);
  return modernize(fromEntries(kept.map(([keyword, value]) => [keyword, below(keyword, value)])));
}

/** What stands behind a keyword of a schema. */
function below(keyword: string, value: unknown): unknown {
  const holds = Object.hasOwn(assertions, keyword) ? assertions[keyword]?.holds : undefined;
  if (holds === "schema" || keyword.startsWith("unevaluated")) return sound(value);
  if (holds === "schemas" && Array.isArray(value)) return value.map(sound);
  if (holds === "map" || shelves.has(keyword)) return isObject(value) ? mapOf(value) : {};
  return holds === "value" || data.has(keyword) ? value : validatorDocument(value);
}

function mapOf(schemas: Open): Open {
  return fromEntries(Object.entries(schemas).map(([name, schema]) => [name, sound(schema)]));
}
