import type { FieldTable, Spelling } from "../dialect.ts";
import type { cardFields } from "../gen/card-fields.ts";
import { fields } from "../gen/fields.ts";
import type { requestFields } from "../gen/request-fields.ts";
import { toSnakeCase } from "./snake-case.ts";

/** A message of the field tables. */
export type MessageName = keyof typeof fields | keyof typeof cardFields | keyof typeof requestFields;

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
export function planOf(name: string, more: readonly FieldTable[] = []): FieldPlan | undefined {
  const known = plans.get(name);
  // Scalars begin with a small letter. Nearly every call ends here.
  if (known || name > "a") return known;
  const tables: readonly FieldTable[] = [fields, ...more];
  const row = tables.find((table) => Object.hasOwn(table, name))?.[name];
  if (row === undefined) return undefined;
  const plan = readPlan(row);
  plans.set(name, plan);
  return plan;
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
