import type { Report } from "../findings.ts";
import { at } from "../json.ts";
import { componentOf, componentRef, join, split } from "../pointer.ts";
import {
  assertions,
  conditions,
  decides,
  isSchemaObject,
  keepAnnotations,
  keepAssertions,
  mapChildren,
  type Schema,
  type SchemaObject,
  type TypeName,
} from "../schema.ts";
import { areDisjoint } from "../union.ts";
import { conjunction } from "./conjunction.ts";
import { checkKeywords } from "./keywords.ts";
import { createRecursion, type Recursion } from "./recursion.ts";
import { spellOutUnevaluated } from "./unevaluated.ts";
import { concerning, eachType, upgrade } from "./upgrade.ts";

/** The longest JSON pointer, in steps, to a schema. Longer ones come from schemas that contain themselves. */
export const MAX_SCHEMA_DEPTH = 100;

export interface NormalizeOptions {
  readonly report: Report;
  /** The longest JSON pointer to a schema, in steps. */
  readonly maxSchemaDepth: number;
}

export interface Normalizer {
  /** The schema of a component in the form that both emitters understand; see {@link createNormalizer}. */
  readonly normalize: (schema: Schema, component: string) => Schema;
  /** The same of any schema, in which the component that it refers to is written out. */
  readonly inline: (schema: Schema, pointer: string) => Schema;
  /** What has no name and holds itself: components more, by the names that they were given. */
  readonly recurrent: Recursion["found"];
}

/**
 * Rewrites schemas, without changing what they accept, until
 * - a `$ref` names a component and has no assertions beside it,
 * - a schema has one type, and `anyOf`, `oneOf` or `allOf` stand alone,
 * - what can be said by one object is not said by an `allOf`,
 * - a `oneOf` of plain `required` lists says in each branch which members it forbids.
 */
export function createNormalizer(document: unknown, { report, maxSchemaDepth }: NormalizeOptions): Normalizer {
  // What is no pointer, such as `#name`, is an `$anchor` in another file, which nobody has looked up.
  const target = (ref: string) =>
    /^#(?:\/|$)/.test(ref) ? (at(document, ...split(pointerOf(ref))) as Schema | undefined) : undefined;
  const names = Object.keys(Object(at(document, "components", "schemas")));
  const recursion = createRecursion(names);
  /** How often something that stands elsewhere was put in the place of a reference. */
  let inlined = 0;
  let isTooDeep = false;
  /** What stands behind references that were followed: a component that twice is a part of one that twice is a part … is looked at once. */
  const followed = new Map<string, Schema>();

  function normalizeComponent(schema: Schema, component: string): Schema {
    isTooDeep = false;
    return normalize(schema, { pointer: join("/components/schemas", component), component });
  }

  function normalize(schema: Schema, { pointer, component, outer }: Where): Schema {
    // What is endless is so in many places: one tells enough.
    if (isTooDeep) return true;
    if (split(pointer).length > maxSchemaDepth) {
      isTooDeep = true;
      report("schema-too-deep", pointer, `more than ${maxSchemaDepth} steps deep`);
      return true;
    }
    const before = inlined;
    const flat = flatten(schema, pointer, []);
    const typed = isSchemaObject(flat) ? giveType(requireKnown(flat), pointer, outer) : flat;
    if (!isSchemaObject(typed)) return typed;
    const type = typeof typed.type === "string" ? typed.type : undefined;
    const own = type === undefined ? typed : concerning(typed, type);
    const place = { pointer: referredPlace(schema) ?? pointer, component, isInlined: inlined > before };
    return recursion.within(own, place, () =>
      mapChildren(own, (child, keyword = "", ...path) =>
        normalize(child, {
          pointer: join(pointer, keyword, ...path),
          outer: conditions.has(keyword) ? type : undefined,
        }),
      ),
    );
  }

  /** Of schemas as they are written. */
  function areAllDisjoint(members: readonly Schema[], pointer: string): boolean {
    const scratch = createNormalizer(document, { report, maxSchemaDepth });
    const inlined = (schema: Schema) => scratch.inline(schema, pointer);
    const components = {
      get: (name: string) => scratch.recurrent.get(name)?.normalized ?? inlined({ $ref: componentRef(name) }),
    };
    return areDisjoint(members.map(inlined), components);
  }

  function inline(schema: Schema, pointer: string): Schema {
    return normalize({ allOf: [schema, true] }, { pointer });
  }

  /** Resolves the composition of one level; its members may still hold anything. */
  function flatten(schema: Schema, pointer: string, seen: readonly string[]): Schema {
    const sound = checkKeywords(schema, pointer, report);
    if (!isSchemaObject(sound)) return sound;
    const upgraded = upgrade(
      spellOutUnevaluated(sound, {
        target,
        areDisjoint: (members) => areAllDisjoint(members, pointer),
        leaveOut: (keyword, reason) => report("keyword-unsupported", join(pointer, keyword), `${keyword} ${reason}`),
      }),
    );
    if (!isSchemaObject(upgraded)) return upgraded;
    const described = soleMember(upgraded);
    if (described !== undefined) return annotate(upgraded, flatten(described, join(pointer, "allOf", 0), seen));
    const { $ref, allOf = [], anyOf, oneOf, ...base } = upgraded;
    if ($ref !== undefined) {
      const follow =
        componentOf($ref) === undefined || Object.keys(base).some(decides) || allOf.length > 0 || anyOf || oneOf;
      if (!follow) {
        requireTarget($ref, pointer);
        return upgraded;
      }
    }
    const parts: Schema[] = [];
    if (Object.keys(base).some(decides)) parts.push(keepAssertions(base));
    if ($ref !== undefined) parts.push(dereference($ref, pointer, seen));
    parts.push(...allOf.map((part, i) => resolved(part, join(pointer, "allOf", i), seen)));
    if (anyOf) parts.push(group("anyOf", anyOf, { pointer, seen }));
    if (oneOf) parts.push(group("oneOf", oneOf, { pointer, seen }));
    return annotate(base, conjunction(parts));
  }

  function dereference($ref: string, pointer: string, seen: readonly string[]): Schema {
    const found = requireTarget($ref, pointer);
    inlined++;
    if (seen.includes($ref)) report("ref-circular", join(pointer, "$ref"), `${$ref} is composed of itself`);
    if (found === undefined || seen.includes($ref)) return true;
    const flat = followed.get($ref) ?? flatten(found, $ref.replace(/^#/, ""), [...seen, $ref]);
    followed.set($ref, flat);
    return flat;
  }

  /** What a reference leads to; the bundler takes what every object inherits, such as `toString`, for a component. */
  function requireTarget($ref: string, pointer: string): Schema | undefined {
    const found = target($ref);
    if (found === undefined) report("ref-unresolved", join(pointer, "$ref"), `${$ref} leads nowhere`);
    return found;
  }

  /** A part of an `allOf`: a plain reference is followed, so that objects can be merged. */
  function resolved(part: Schema, pointer: string, seen: readonly string[]): Schema {
    const flat = flatten(part, pointer, seen);
    return isSchemaObject(flat) && flat.$ref !== undefined ? dereference(flat.$ref, pointer, seen) : flat;
  }

  function group(
    keyword: "anyOf" | "oneOf",
    members: readonly Schema[],
    { pointer, seen }: { readonly pointer: string; readonly seen: readonly string[] },
  ): SchemaObject {
    const flat = members.map((member, i) => flatten(member, join(pointer, keyword, i), seen));
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

  return { normalize: normalizeComponent, inline, recurrent: recursion.found };
}

/** Where a schema stands. */
interface Where {
  readonly pointer: string;
  /** The name, of a component itself. */
  readonly component?: string;
  /** The type of the value that the schema around it speaks about, too. */
  readonly outer?: TypeName | undefined;
}

function pointerOf(ref: string): string {
  return decodeURIComponent(ref.replace(/^#/, ""));
}

/** Where a reference leads that is not one to a component. */
function referredPlace(schema: Schema): string | undefined {
  const ref = isSchemaObject(schema) ? schema.$ref : undefined;
  return typeof ref === "string" && componentOf(ref) === undefined ? pointerOf(ref) : undefined;
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

/** What an `allOf` only describes: from when nothing could stand beside a `$ref`. */
function soleMember({ allOf = [], ...beside }: SchemaObject): Schema | undefined {
  return allOf.length === 1 && !Object.keys(beside).some(decides) ? allOf[0] : undefined;
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

/** The annotations beside a composition are those of the whole. */
function annotate(base: SchemaObject, schema: Schema): Schema {
  if (!isSchemaObject(schema)) return schema;
  return { ...schema, ...keepAnnotations(base) };
}
