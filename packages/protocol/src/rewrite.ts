import { A2AError, type ErrorName } from "./a2a-error.ts";
import type { Spelling } from "./dialect.ts";
import { joinPath } from "./field-path.ts";
import { type Field, type FieldPlan, planOf } from "./field-plan.ts";
import { isObject, type JsonObject } from "./json.ts";

/** What a pass over a message does: decode, encode and normalise are three sets of rules for one walk. */
export interface Rules {
  /** The error that a finding becomes. */
  readonly error: ErrorName;
  /** How member names are written; both spellings are read. */
  readonly spelling: Spelling;
  /** Levels of nesting that are accepted, opaque JSON included. */
  readonly maxDepth: number;
  /** Whether all objects and lists are copied, or only those in which something changes. */
  readonly detach: boolean;
  /** Whether a member counts as not given, and is left out. */
  unset(field: Field, value: unknown): boolean;
  /** A scalar or enum value. */
  scalar(type: string, value: unknown): unknown;
  /** Opaque JSON and unknown members. */
  opaque(value: unknown): unknown;
}

/** `path` leads to the value at hand, in the writer's spelling; its length is the depth. */
type Walk = Rules & { readonly path: (string | number)[] };

/** Walks a message by the field table. What no rule changes comes back as the same object; the input is never written to. */
export function rewrite(name: string, value: unknown, rules: Rules): unknown {
  return rewriteValue({ ...rules, path: [] }, name, value);
}

function rewriteValue(walk: Walk, type: string, value: unknown): unknown {
  if (type === "json" || type === "value") return rewriteOpaque(walk, value);
  const plan = planOf(type);
  if (plan === undefined) return walk.scalar(type, value);
  return isObject(value) ? rewriteMembers(walk, value, plan) : value;
}

function rewriteField(walk: Walk, field: Field, value: unknown): unknown {
  if (walk.unset(field, value)) return undefined;
  if (field.shape === "list") return Array.isArray(value) ? rewriteList(walk, value, field.type) : value;
  if (field.shape === "map") return isObject(value) ? rewriteMembers(walk, value, field.type) : value;
  return rewriteValue(walk, field.type, value);
}

/** The members of a message, by its plan, or of a map, all of one type. */
function rewriteMembers(walk: Walk, value: JsonObject, kind: FieldPlan | string): JsonObject {
  if (walk.path.length >= walk.maxDepth) failDepth(walk);
  let copy: Record<string, unknown> | undefined = walk.detach ? {} : undefined;
  for (const key of Object.keys(value)) {
    const before = value[key];
    const field = typeof kind === "string" ? undefined : kind.get(key);
    walk.path.push(key);
    checkName(walk, key, field !== undefined && key !== field.camelCase && Object.hasOwn(value, field.camelCase));
    const after = field
      ? rewriteField(walk, field, before)
      : rewriteValue(walk, typeof kind === "string" ? kind : "json", before);
    walk.path.pop();
    const name = field?.[walk.spelling] ?? key;
    if (name !== key || after !== before) copy ??= copyUntil(value, key);
    if (copy && after !== undefined) copy[name] = after;
  }
  return copy ?? value;
}

/** Where a member stands in both spellings, the one that is not camelCase finds the other. */
function checkName(walk: Walk, key: string, isTwice: boolean): void {
  if (key === "__proto__" || key === "constructor") fail(walk, "is no member name");
  if (isTwice) fail(walk, "is given in both spellings");
}

function rewriteList(walk: Walk, value: readonly unknown[], type: string): readonly unknown[] {
  let copy: unknown[] | undefined = walk.detach ? [] : undefined;
  for (const [index, before] of value.entries()) {
    walk.path.push(index);
    const after = rewriteValue(walk, type, before);
    walk.path.pop();
    if (after !== before) copy ??= value.slice(0, index);
    copy?.push(after);
  }
  return copy ?? value;
}

function rewriteOpaque(walk: Walk, value: unknown): unknown {
  if (isDeeper(value, walk.maxDepth - walk.path.length)) failDepth(walk);
  try {
    return walk.opaque(value);
  } catch {
    return fail(walk, "is not JSON");
  }
}

/** The recursion ends with the levels, so that no depth of nesting can exhaust the stack. */
function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  return levels <= 0 || Object.values(value).some((member) => isDeeper(member, levels - 1));
}

function copyUntil(value: JsonObject, end: string): Record<string, unknown> {
  const copy: Record<string, unknown> = {};
  for (const key of Object.keys(value)) {
    if (key === end) break;
    copy[key] = value[key];
  }
  return copy;
}

function failDepth(walk: Walk): never {
  return fail(walk, `nests deeper than ${walk.maxDepth} levels`);
}

function fail({ error, path }: Walk, description: string): never {
  const field = joinPath(path);
  throw new A2AError(error, { message: `${field} ${description}`, violations: [{ field, description }] });
}
