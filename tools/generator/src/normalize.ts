import type { Report } from "./findings.ts";
import { at } from "./json.ts";
import { checkKeywords } from "./keywords.ts";
import { merge } from "./merge.ts";
import { componentOf, componentRef, join, split } from "./pointer.ts";
import { assertions, isSchemaObject, mapChildren, type Schema, type SchemaObject, type TypeName } from "./schema.ts";
import { spellOutUnevaluated } from "./unevaluated.ts";
import { areDisjoint } from "./union.ts";
import { concerning, eachType, upgrade } from "./upgrade.ts";

/** The longest JSON pointer, in steps, to a schema. Longer ones come from schemas that contain themselves. */
export const MAX_SCHEMA_DEPTH = 100;

export interface NormalizeOptions {
  readonly report: Report;
  /** The longest JSON pointer to a schema, in steps. */
  readonly maxSchemaDepth: number;
}

export interface Normalizer {
  /** The same schema in the form that both emitters understand; see {@link createNormalizer}. */
  readonly normalize: (schema: Schema, pointer: string) => Schema;
}

/**
 * Rewrites schemas, without changing what they accept, until
 * - a `$ref` names a component and has no assertions beside it,
 * - a schema has one type, and `anyOf`, `oneOf` or `allOf` stand alone,
 * - what can be said by one object is not said by an `allOf`,
 * - a `oneOf` of plain `required` lists says in each branch which members it forbids.
 */
export function createNormalizer(document: unknown, { report, maxSchemaDepth }: NormalizeOptions): Normalizer {
  const target = (ref: string) =>
    at(document, ...split(decodeURIComponent(ref.replace(/^#/, "")))) as Schema | undefined;

  function normalize(schema: Schema, pointer: string, outer?: TypeName): Schema {
    if (split(pointer).length > maxSchemaDepth) {
      report("schema-too-deep", pointer, `more than ${maxSchemaDepth} steps deep`);
      return true;
    }
    const flat = flatten(schema, pointer, []);
    const typed = isSchemaObject(flat) ? giveType(requireKnown(flat), pointer, outer) : flat;
    if (!isSchemaObject(typed)) return typed;
    const type = typeof typed.type === "string" ? typed.type : undefined;
    const own = type === undefined ? typed : concerning(typed, type);
    return mapChildren(own, (child, keyword = "", ...path) =>
      normalize(child, join(pointer, keyword, ...path), sameValue.has(keyword) ? type : undefined),
    );
  }

  /** Of schemas as they are written. */
  function areAllDisjoint(members: readonly Schema[], pointer: string): boolean {
    const components = { get: (name: string) => inline({ $ref: componentRef(name) }, pointer) };
    return areDisjoint(
      members.map((member) => inline(member, pointer)),
      components,
    );
  }

  function inline(schema: Schema, pointer: string): Schema {
    return normalize({ allOf: [schema] }, pointer);
  }

  /** Resolves the composition of one level; its members may still hold anything. */
  function flatten(schema: Schema, pointer: string, seen: readonly string[]): Schema {
    const sound = checkKeywords(schema, pointer, report);
    if (!isSchemaObject(sound)) return sound;
    const upgraded = upgrade(
      spellOutUnevaluated(sound, {
        target,
        areDisjoint: (members) => areAllDisjoint(members, pointer),
        leaveOut: (keyword) =>
          report("keyword-unsupported", join(pointer, keyword), `${keyword} depends on which parts of the schema hold`),
      }),
    );
    if (!isSchemaObject(upgraded)) return upgraded;
    const { $ref, allOf = [], anyOf, oneOf, ...base } = upgraded;
    if ($ref !== undefined) {
      const follow =
        componentOf($ref) === undefined || Object.keys(base).some(decides) || allOf.length > 0 || anyOf || oneOf;
      if (!follow) return upgraded;
    }
    const parts: Schema[] = [];
    if (Object.keys(base).some(decides)) parts.push(keepAssertions(base));
    if ($ref !== undefined) parts.push(dereference($ref, pointer, seen));
    parts.push(...allOf.map((part, i) => resolved(part, join(pointer, "allOf", i), seen)));
    if (anyOf) parts.push(group("anyOf", anyOf, pointer));
    if (oneOf) parts.push(group("oneOf", oneOf, pointer));
    return annotate(base, conjunction(parts));
  }

  function dereference($ref: string, pointer: string, seen: readonly string[]): Schema {
    const found = target($ref);
    if (found === undefined) report("ref-unresolved", join(pointer, "$ref"), `${$ref} leads nowhere`);
    if (seen.includes($ref)) report("ref-circular", join(pointer, "$ref"), `${$ref} is composed of itself`);
    if (found === undefined || seen.includes($ref)) return true;
    return flatten(found, $ref.replace(/^#/, ""), [...seen, $ref]);
  }

  /** A part of an `allOf`: a plain reference is followed, so that objects can be merged. */
  function resolved(part: Schema, pointer: string, seen: readonly string[]): Schema {
    const flat = flatten(part, pointer, seen);
    return isSchemaObject(flat) && flat.$ref !== undefined ? dereference(flat.$ref, pointer, seen) : flat;
  }

  function group(keyword: "anyOf" | "oneOf", members: readonly Schema[], pointer: string): SchemaObject {
    const flat = members.map((member, i) => flatten(member, join(pointer, keyword, i), []));
    return { [keyword]: keyword === "oneOf" ? forbidOthers(flat) : flat };
  }

  /**
   * Keywords about one type let values of the other types pass. Keywords about objects without a type are a slip of the
   * pen, nearly always; what `not` and the like say about the same value has the type from there.
   */
  function giveType(schema: SchemaObject, pointer: string, outer?: TypeName): Schema {
    const about = new Set(Object.keys(schema).map((keyword) => assertions[keyword]?.about));
    about.delete(undefined);
    if (schema.type !== undefined || about.size === 0) return schema;
    if (outer !== undefined) return { ...schema, type: outer };
    if (!about.has("object")) return { anyOf: eachType(schema) };
    report("type-assumed", pointer, "no type beside the keywords of an object");
    return { ...schema, type: "object" };
  }

  return { normalize };
}

/** Keywords whose schemas speak about the very value that their own schema speaks about. */
const sameValue = new Set(["not", "if", "then", "else", "dependentSchemas"]);

function decides(keyword: string): boolean {
  return keyword in assertions;
}

/** One schema for all parts: merged where possible, distributed over a group of inline members, else an `allOf`. */
function conjunction(parts: readonly Schema[]): Schema {
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

/** `oneOf: [{required: [a]}, {required: [b]}]` holds for exactly one of the members: a without b, or b without a. */
function forbidOthers(members: readonly Schema[]): readonly Schema[] {
  const keys = members.map(soleRequired);
  if (!keys.every((key) => key !== undefined) || new Set(keys).size < keys.length) return members;
  return keys.map((key) => {
    const others = keys.filter((other) => other !== key).map((other): [string, Schema] => [other, false]);
    return { required: [key], properties: Object.fromEntries(others) };
  });
}

function soleRequired(member: Schema): string | undefined {
  if (!isSchemaObject(member) || member.required?.length !== 1) return undefined;
  const deciding = Object.keys(member).filter(decides);
  return deciding.every((keyword) => keyword === "required") ? member.required[0] : undefined;
}

/** Names every required member under `properties`, so that nobody has to look in two places. */
function requireKnown(schema: SchemaObject): SchemaObject {
  const missing = (schema.required ?? []).filter((name) => !Object.hasOwn(schema.properties ?? {}, name));
  if (missing.length === 0) return schema;
  const added = missing.map((name): [string, Schema] => [name, schema.additionalProperties ?? true]);
  return { ...schema, properties: { ...schema.properties, ...Object.fromEntries(added) } };
}

function keepAssertions(schema: object): SchemaObject {
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => decides(keyword))) as SchemaObject;
}

function keepAnnotations(schema: object): SchemaObject {
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => !decides(keyword))) as SchemaObject;
}

/** The annotations beside a composition are those of the whole. */
function annotate(base: SchemaObject, schema: Schema): Schema {
  if (!isSchemaObject(schema)) return schema;
  return { ...schema, ...keepAnnotations(base) };
}
