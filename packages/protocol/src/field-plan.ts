import type { FieldTable, Spelling } from "./dialect.ts";
import { fields, type requestFields } from "./gen/fields.ts";

/** A message of the field tables. */
export type MessageName = keyof typeof fields | keyof typeof requestFields;

/** A member of a row of a field table, read. Indexed by spelling, it gives the member's name in that spelling. */
export interface Field extends Readonly<Record<Spelling, string>> {
  /** A scalar, `json`, `value`, or the name of a message or enum. */
  readonly type: string;
  readonly shape: "one" | "list" | "map";
  /** Whether it is a single string. */
  readonly isText: boolean;
  /** Whether absent and default differ, so that `false` and 0 are written (A2A §5.7). */
  readonly tracked: boolean;
}

/** Member name, in either spelling → field. */
export type FieldPlan = ReadonlyMap<string, Field>;

const plans = /*@__PURE__*/ new Map<string, FieldPlan>();

/** The fields of a message; undefined for a scalar, an enum and a message that neither `fields` nor `more` has. */
export function planOf(name: string, more: FieldTable = {}): FieldPlan | undefined {
  const known = plans.get(name);
  // Scalars begin with a small letter. Nearly every call ends here.
  if (known || name > "a") return known;
  const row = rowOf(fields, name) ?? rowOf(more, name);
  if (row === undefined) return undefined;
  const plan = readPlan(row);
  plans.set(name, plan);
  return plan;
}

function rowOf(table: FieldTable, name: string): string | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}

/** The name that a member has in a2a.proto. */
export function toSnakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function readPlan(row: string): FieldPlan {
  const plan = new Map<string, Field>();
  for (const [, name = "", map, type = "string", list, tracked] of row.matchAll(
    /(\w+)(?::(\{?)(\w+)\}?(\[\])?(\?)?)?/g,
  )) {
    const field: Field = {
      camelCase: name,
      snake_case: toSnakeCase(name),
      type,
      isText: type === "string" && !map && !list,
      shape: map ? "map" : list ? "list" : "one",
      tracked: tracked !== undefined,
    };
    plan.set(name, field).set(field.snake_case, field);
  }
  return plan;
}
