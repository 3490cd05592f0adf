import { componentOf } from "../pointer.ts";
import { isSchemaObject, type Schema, type SchemaObject } from "../schema.ts";
import { resolve } from "../union.ts";
import { compareAnnotations } from "./compare-annotations.ts";
import { compareObjects } from "./compare-objects.ts";
import { compareEnums, compareRules } from "./compare-rules.ts";
import { compareUnions } from "./compare-unions.ts";
import type { CompareContext, Difference, Way } from "./difference.ts";
import { deeper } from "./difference.ts";
import { nameOf, objectView, splitNull } from "./view.ts";

/** In what two normalized schemas differ, deep down to where they refer to components, which are compared by themselves. */
export function compareSchemas(old: Schema, fresh: Schema, way: Way, context: CompareContext): readonly Difference[] {
  if (sameReference(old, fresh, context)) return compareAnnotations(old, fresh, way);
  if (!isSchemaObject(old) || !isSchemaObject(fresh)) return compareAny(old, fresh, way);
  const outer = compareAnnotations(old, fresh, way);
  if (old.$ref !== undefined || fresh.$ref !== undefined)
    return [...outer, ...compareReferred(old, fresh, way, context)];
  return [...outer, ...compareShapes(old, fresh, way, context)];
}

function sameReference(old: Schema, fresh: Schema, { renamed }: CompareContext): boolean {
  const [from, to] = [referred(old), referred(fresh)];
  return from !== undefined && (renamed.get(from) ?? from) === to;
}

function referred(schema: Schema): string | undefined {
  return isSchemaObject(schema) && schema.$ref !== undefined ? componentOf(schema.$ref) : undefined;
}

/** One of them is `true` or `false`, or says nothing. */
function compareAny(old: Schema, fresh: Schema, way: Way): readonly Difference[] {
  if (saysNothing(old) === saysNothing(fresh) && (old === false) === (fresh === false)) return [];
  const code = saysNothing(old) || fresh === false ? "type-narrowed" : "type-widened";
  return [{ code, ...way, message: `was ${nameOf(old)}, is ${nameOf(fresh)}` }];
}

function saysNothing(schema: Schema): boolean {
  return schema === true || (isSchemaObject(schema) && nameOf(schema) === "anything" && schema.allOf === undefined);
}

/** A component stands where another one, or a schema of its own, stood: what counts is what they say. */
function compareReferred(
  old: SchemaObject,
  fresh: SchemaObject,
  way: Way,
  context: CompareContext,
): readonly Difference[] {
  const key = `${old.$ref} ${fresh.$ref}`;
  if (context.open.has(key)) return [];
  const [from, to] = [resolve(old, context.old), resolve(fresh, context.new)];
  return compareSchemas(bare(from), bare(to), way, { ...context, open: new Set([...context.open, key]) });
}

/** What describes a component is not what describes the member that refers to it. */
function bare(schema: Schema): Schema {
  if (!isSchemaObject(schema)) return schema;
  const {
    description: _description,
    default: _default,
    deprecated: _deprecated,
    ...rest
  } = schema as SchemaObject & {
    readonly default?: unknown;
    readonly deprecated?: boolean;
  };
  return rest;
}

function compareShapes(
  old: SchemaObject,
  fresh: SchemaObject,
  way: Way,
  context: CompareContext,
): readonly Difference[] {
  if (saysNothing(old) || saysNothing(fresh)) return compareAny(old, fresh, way);
  const [from, to] = [splitNull(old), splitNull(fresh)];
  if (from.nullable !== to.nullable) {
    const code = to.nullable ? "nullable-added" : "nullable-removed";
    const message = to.nullable ? "may be null" : "may no longer be null";
    return [{ code, ...way, message }, ...compareSchemas(from.rest, to.rest, way, context)];
  }
  if (from.nullable) return compareSchemas(from.rest, to.rest, way, context);
  const [a, b] = [objectView(old), objectView(fresh)];
  if (a && b) return compareObjects(a, b, way, context);
  if (isUnion(old) || isUnion(fresh)) return compareUnions(old, fresh, way, context);
  if (old.allOf || fresh.allOf) return compareParts(old, fresh, way, context);
  const types = compareTypes(old, fresh, way);
  if (types.some(({ code }) => code === "type-changed")) return types;
  const items =
    old.type === "array" ? compareSchemas(old.items ?? true, fresh.items ?? true, deeper(way, "items"), context) : [];
  return [...types, ...compareEnums(old, fresh, way), ...compareRules(old, fresh, way), ...items];
}

/** The parts of compositions that could not be made one. */
function compareParts(
  { allOf: old = [] }: SchemaObject,
  { allOf: fresh = [] }: SchemaObject,
  way: Way,
  context: CompareContext,
): readonly Difference[] {
  if (old.length !== fresh.length) return [{ code: "type-changed", ...way, message: "is composed of other parts" }];
  return old.flatMap((part, i) => compareSchemas(part, fresh[i] ?? true, deeper(way, "allOf", String(i)), context));
}

function isUnion(schema: SchemaObject): boolean {
  return schema.oneOf !== undefined || schema.anyOf !== undefined;
}

function compareTypes(old: SchemaObject, fresh: SchemaObject, way: Way): readonly Difference[] {
  if (old.type === fresh.type) return [];
  const message = `was ${nameOf(old)}, is ${nameOf(fresh)}`;
  const code =
    old.type === "integer" && fresh.type === "number"
      ? "type-widened"
      : old.type === "number" && fresh.type === "integer"
        ? "type-narrowed"
        : "type-changed";
  return [{ code, ...way, message }];
}
