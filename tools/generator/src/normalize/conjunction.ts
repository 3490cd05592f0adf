import { isSchemaObject, keepAnnotations, type Schema, type SchemaObject } from "../schema.ts";
import { merge } from "./merge.ts";

/** One schema for all parts: merged where possible, distributed over a group of inline members, else an `allOf`. */
export function conjunction(parts: readonly Schema[]): Schema {
  if (parts.includes(false)) return false;
  const [first, ...others] = parts.filter(isSchemaObject);
  if (!first) return true;
  const rest: SchemaObject[] = [];
  let whole = first;
  for (const part of others) {
    const joined = joinTwo(whole, part);
    if (joined === false) return false;
    if (joined === undefined) rest.push(part);
    else whole = joined;
  }
  return rest.length > 0 ? { allOf: typeAlike([whole, ...rest]) } : whole;
}

/** What one part says of the type holds for all: no value of another type fits the whole. */
function typeAlike(parts: readonly SchemaObject[]): readonly SchemaObject[] {
  const type = parts.find((part) => isPlain(part) && typeof part.type === "string")?.type;
  if (type === undefined) return parts;
  return parts.map((part) => (isPlain(part) && part.type === undefined ? { ...part, type } : part));
}

function joinTwo(a: SchemaObject, b: SchemaObject): SchemaObject | false | undefined {
  if (isPlain(a) && isPlain(b)) return merge(a, b);
  if (isPlain(a)) return distribute(a, b);
  if (isPlain(b)) return distribute(b, a);
  return undefined;
}

function isPlain(schema: SchemaObject): boolean {
  return !(schema.$ref ?? schema.allOf ?? schema.anyOf ?? schema.oneOf);
}

/** `a and (b or c)` is `(a and b) or (a and c)`. References stay references, so a group that has one is not touched. */
function distribute(plain: SchemaObject, group: SchemaObject): SchemaObject | false | undefined {
  const keyword = group.oneOf ? "oneOf" : "anyOf";
  const members = group[keyword];
  if (!members) return undefined;
  const merged = members.map((member) => {
    if (member === true) return plain;
    const joined = isSchemaObject(member) && isPlain(member) ? merge(plain, member) : undefined;
    return joined && isSchemaObject(member) ? { ...joined, ...keepAnnotations(member) } : joined;
  });
  if (!merged.every((member) => member !== undefined)) return undefined;
  // A branch that nothing can fit is none.
  const possible = merged.filter((member) => member !== false);
  return possible.length > 0 && { ...keepAnnotations(group), [keyword]: possible };
}
