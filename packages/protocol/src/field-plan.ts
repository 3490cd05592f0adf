import type { FieldTable, Spelling } from "./dialect.ts";
import { fields } from "./gen/fields.ts";

/** A message of the field table. */
export type MessageName = keyof typeof fields;

/** A row of the field table, read. Indexed by spelling, it gives the member's name in that spelling. */
export interface Field extends Readonly<Record<Spelling, string>> {
  /** A scalar, `json`, `value`, or the name of a message or enum. */
  readonly type: string;
  readonly shape: "one" | "list" | "map";
  /** Whether absent and default differ, so that `false` and 0 are written (A2A §5.7). */
  readonly tracked: boolean;
}

/** Member name, in either spelling → field. */
export type FieldPlan = ReadonlyMap<string, Field>;

const table: FieldTable = fields;
const plans = /*@__PURE__*/ new Map<string, FieldPlan>();

/** The fields of a message; undefined for a scalar, an enum and a message that the table does not know. */
export function planOf(name: string): FieldPlan | undefined {
  let plan = plans.get(name);
  if (plan === undefined && Object.hasOwn(table, name)) {
    plan = readPlan(table[name] ?? {});
    plans.set(name, plan);
  }
  return plan;
}

/** The name that a member has in a2a.proto. */
export function toSnakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function readPlan(row: Readonly<Record<string, string>>): FieldPlan {
  const plan = new Map<string, Field>();
  for (const [name, descriptor] of Object.entries(row)) {
    const [, map, type = "", list, tracked] = /^(\{?)(\w+)\}?(\[\])?(\?)?$/.exec(descriptor) ?? [];
    const field: Field = {
      camelCase: name,
      snake_case: toSnakeCase(name),
      type,
      shape: map ? "map" : list ? "list" : "one",
      tracked: tracked !== undefined,
    };
    plan.set(field.camelCase, field).set(field.snake_case, field);
  }
  return plan;
}
