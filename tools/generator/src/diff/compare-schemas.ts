import { itemsOf } from "../emit/zod.ts";
import { sameJson } from "../json.ts";
import { componentOf } from "../pointer.ts";
import { decides, isSchemaObject, type Schema, type SchemaObject } from "../schema.ts";
import { isNumeric, resolve } from "../union.ts";
import { compareAnnotations } from "./compare-annotations.ts";
import { compareObjects } from "./compare-objects.ts";
import { compareEnums, compareRules } from "./compare-rules.ts";
import { compareUnions } from "./compare-unions.ts";
import type { CompareContext, Difference, Way } from "./difference.ts";
import { deeper } from "./difference.ts";
import { type Components, isAlike, nameOf, objectView, splitNull } from "./view.ts";

/** In what two normalized schemas differ, deep down to where they refer to components, which are compared by themselves. */
export function compareSchemas(old: Schema, fresh: Schema, way: Way, context: CompareContext): readonly Difference[] {
  if (sameReference(old, fresh, context)) return compareAnnotations(old, fresh, way);
  if (old === true || fresh === true) return compareSchemas(anythingIf(old), anythingIf(fresh), way, context);
  if (!isSchemaObject(old) || !isSchemaObject(fresh)) return compareAny(old, fresh, { way, context });
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

function anythingIf(schema: Schema): Schema {
  return schema === true ? {} : schema;
}

interface Place {
  readonly way: Way;
  readonly context: CompareContext;
}

/** One of them is `true` or `false`, or says nothing. */
function compareAny(old: Schema, fresh: Schema, { way, context }: Place): readonly Difference[] {
  const [from, to] = [resolve(old, context.old), resolve(fresh, context.new)];
  if (saysNothing(from) === saysNothing(to) && (from === false) === (to === false)) return [];
  const code = saysNothing(from) || to === false ? "type-narrowed" : "type-widened";
  return [{ code, ...way, message: `was ${nameOf(old)}, is ${nameOf(fresh)}` }];
}

function saysNothing(schema: Schema): boolean {
  return schema === true || (isSchemaObject(schema) && !Object.keys(schema).some(decides));
}

/** Where one branch takes anything, so does the union. */
function withoutIdleUnion(schema: SchemaObject, components: Components): SchemaObject {
  const { anyOf, ...rest } = schema;
  return anyOf?.some((branch) => saysNothing(resolve(branch, components))) ? rest : schema;
}

/** Whether a schema says nothing of the type, but maybe what a value is not. */
function isUntyped(schema: SchemaObject): boolean {
  return schema.type === undefined && !schema.allOf && !isUnion(schema);
}

/** A component stands where another one, or a schema of its own, stood: what counts is what they say. */
function compareReferred(
  old: SchemaObject,
  fresh: SchemaObject,
  way: Way,
  context: CompareContext,
): readonly Difference[] {
  const [from, to] = [resolve(old, context.old), resolve(fresh, context.new)];
  if (context.open.some((pair) => pair.old === from && pair.new === to)) return [];
  const open = [...context.open, { old: from, new: to }];
  return compareSchemas(bare(from), bare(to), way, { ...context, open });
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
  written: SchemaObject,
  rewritten: SchemaObject,
  way: Way,
  context: CompareContext,
): readonly Difference[] {
  const [old, fresh] = [withoutIdleUnion(written, context.old), withoutIdleUnion(rewritten, context.new)];
  if (isUntyped(old) && isUntyped(fresh)) return compareRules(old, fresh, { way, context });
  if (saysNothing(old) || saysNothing(fresh)) return compareAny(old, fresh, { way, context });
  const [from, to] = [splitNull(old, context.old), splitNull(fresh, context.new)];
  if (from.nullable !== to.nullable) {
    const code = to.nullable ? "nullable-added" : "nullable-removed";
    const message = to.nullable ? "may be null" : "may no longer be null";
    return [{ code, ...way, message }, ...compareSchemas(from.rest, to.rest, way, context)];
  }
  if (from.nullable) return compareSchemas(from.rest, to.rest, way, context);
  const [a, b] = [objectView(old), objectView(fresh)];
  if (a && b && isAlike(a, b)) return compareObjects(a, b, way, context);
  if (isUnion(old) || isUnion(fresh)) return compareUnions(old, fresh, way, context);
  if (old.allOf || fresh.allOf) return compareParts(old, fresh, way, context);
  const types = compareTypes(old, fresh, way);
  if (types.some(({ code }) => code === "type-changed")) return types;
  const items = old.type === "array" ? compareItems(old, fresh, way, context) : [];
  return [...types, ...compareEnums(old, fresh, way), ...compareRules(old, fresh, { way, context }), ...items];
}

/** What the items of a list may be, wherever they stand; which one where is a rule. */
function compareItems(
  old: SchemaObject,
  fresh: SchemaObject,
  way: Way,
  context: CompareContext,
): readonly Difference[] {
  const [from, to] = [distinct(itemsOf(old)), distinct(itemsOf(fresh))];
  return compareSchemas(from, to, deeper(way, "items"), context);
}

/** A union without what is in it twice. */
function distinct(schema: Schema): Schema {
  const members = isSchemaObject(schema) ? schema.anyOf : undefined;
  if (!members) return schema;
  return { anyOf: members.filter((member, i) => members.findIndex((other) => sameJson(other, member)) === i) };
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
  // An integer is a number, and an enum says which ones.
  const areBothNumbers = isNumeric(old) && isNumeric(fresh);
  if (old.type === fresh.type || (areBothNumbers && old.enum && fresh.enum)) return [];
  const message = `was ${nameOf(old)}, is ${nameOf(fresh)}`;
  const code =
    old.type === "integer" && fresh.type === "number"
      ? "type-widened"
      : old.type === "number" && fresh.type === "integer"
        ? "type-narrowed"
        : "type-changed";
  return [{ code, ...way, message }];
}
