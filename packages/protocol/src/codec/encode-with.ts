import type { FieldTable, Spelling } from "../dialect.ts";
import type { MessageName } from "./field-plan.ts";
import { rewrite } from "./rewrite.ts";

export interface Encoding {
  readonly name: MessageName;
  readonly value: unknown;
  readonly spelling: Spelling;
}

/** What `encodeMessage` does, by these tables and that of results. */
export function encodeWith(more: readonly FieldTable[], { name, value, spelling }: Encoding): unknown {
  if (spelling === "camelCase") return value;
  return rewrite(name, value, { spelling, more, unset: (_, member) => member === undefined });
}
