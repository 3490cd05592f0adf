import type { FieldTable, Spelling } from "../dialect.ts";
import { isObject, type JsonObject } from "../json.ts";
import { type Field, type FieldPlan, planOf } from "./field-plan.ts";

/** What a pass over a message does: reading, decoding, encoding and normalising are sets of rules for one walk. */
export interface Rules {
  /** How member names are written; both spellings are read. */
  readonly spelling: Spelling;
  /** Whether all objects and lists are copied, or only those in which something changes. */
  readonly detach?: boolean;
  /** Whether a member counts as not given, and is left out. */
  unset(field: Field, value: unknown): boolean;
  /** A scalar or enum value. */
  scalar?(type: string, value: unknown): unknown;
  /** Messages beyond those that answers are made of. */
  readonly more?: readonly FieldTable[];
  /** Looks on, and refuses. Without one, of a member in both spellings the later counts. */
  readonly guard?: Guard;
}

export interface Guard {
  /** A member or an item is walked into; `isTwice`: the same member is there in camelCase too. */
  enter(step: string | number, isTwice?: boolean): void;
  leave(): void;
  /** An object is looked at. */
  object(): void;
  /** Opaque JSON or an unknown member, and what becomes of it; `isMap`: a free-form object, such as `metadata`. */
  opaque(value: unknown, isMap: boolean): unknown;
}

/** Walks a message by the field table. What no rule changes comes back as the same object; the input is never written to. */
export function rewrite(type: string, value: unknown, rules: Rules): unknown {
  if (type === "json" || type === "value") return rules.guard ? rules.guard.opaque(value, type === "json") : value;
  const plan = planOf(type, rules.more);
  if (plan === undefined) return rules.scalar ? rules.scalar(type, value) : value;
  return isObject(value) ? rewriteMembers(rules, value, plan) : value;
}

function rewriteField(rules: Rules, field: Field, value: unknown): unknown {
  if (rules.unset(field, value)) return undefined;
  if (field.shape === "list") return Array.isArray(value) ? rewriteList(rules, value, field.type) : value;
  if (field.shape === "map") return isObject(value) ? rewriteMembers(rules, value, field.type) : value;
  return rewrite(field.type, value, rules);
}

/** The members of a message, by its plan, or of a map, all of one type. */
function rewriteMembers(rules: Rules, value: JsonObject, kind: FieldPlan | string): JsonObject {
  const { spelling, guard } = rules;
  const plan = typeof kind === "string" ? undefined : kind;
  const others = typeof kind === "string" ? kind : "value";
  guard?.object();
  let copy: Record<string, unknown> | undefined = rules.detach ? {} : undefined;
  for (const key of Object.keys(value)) {
    const before = value[key];
    const field = plan?.get(key);
    // Most members are text that stays what it is.
    if (!copy && !guard && typeof before === "string" && field?.isText && field[spelling] === key) continue;
    guard?.enter(key, field && key !== field.camelCase && Object.hasOwn(value, field.camelCase));
    const after = field ? rewriteField(rules, field, before) : rewrite(others, before, rules);
    guard?.leave();
    const name = field?.[spelling] ?? key;
    if (name !== key || after !== before) copy ??= copyUntil(value, key);
    if (copy && after !== undefined) set(copy, name, after);
  }
  return copy ?? value;
}

function rewriteList(rules: Rules, value: readonly unknown[], type: string): readonly unknown[] {
  let copy: unknown[] | undefined = rules.detach ? [] : undefined;
  for (const [index, before] of value.entries()) {
    rules.guard?.enter(index);
    const after = rewrite(type, before, rules);
    rules.guard?.leave();
    if (after !== before) copy ??= value.slice(0, index);
    copy?.push(after);
  }
  return copy ?? value;
}

/** A copy of the members that come before this one. */
export function copyUntil(value: JsonObject, end: string): Record<string, unknown> {
  const copy: Record<string, unknown> = {};
  for (const key of Object.keys(value)) {
    if (key === end) break;
    set(copy, key, value[key]);
  }
  return copy;
}

/** A peer's own key `__proto__` must not become a prototype. */
function set(object: Record<string, unknown>, key: string, value: unknown): void {
  if (key !== "__proto__") object[key] = value;
}
