import type { EnumTable } from "../dialect.ts";
import { enums } from "../gen/enums.ts";
import type { Field } from "./field-plan.ts";
import type { Rules } from "./rewrite.ts";

/*
 * What ProtoJSON readers accept beyond canonical JSON (A2A §5.5, §5.6.1). A value that no rule knows passes as it is: refusing it is the
 * schema's business, which has the better message.
 */

const enumTable: EnumTable = enums;
const scalars: Readonly<Record<string, (value: unknown) => unknown>> = { int32, bytes, timestamp };

/** Null is "not set" everywhere but where it is a value (A2A §5.7). */
export function isUnset({ type }: Pick<Field, "type">, value: unknown): boolean {
  return value === undefined || (value === null && type !== "value");
}

/** The canonical form of a scalar or enum value. */
export function canonicalScalar(type: string, value: unknown): unknown {
  if (typeof value === "number" && Object.hasOwn(enumTable, type)) return enumTable[type]?.[value] ?? value;
  return scalars[type]?.(value) ?? value;
}

/** Rules of the walk that gives canonical JSON. */
export const protoJson = { spelling: "camelCase", unset: isUnset, scalar: canonicalScalar } as const satisfies Rules;

/** `"10"` and `"1e1"` are 10. */
function int32(value: unknown): unknown {
  if (typeof value !== "string" || !/^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(value)) return value;
  const number = Number(value);
  return number === (number | 0) ? number | 0 : value;
}

/** base64url and missing padding become standard base64. The two cheap looks come first, because the text may be megabytes. */
function bytes(value: unknown): unknown {
  if (typeof value !== "string" || (value.length % 4 === 0 && !/[-_]/.test(value))) return value;
  // Where there is much to replace, that is ten times as fast as `replaceAll`.
  const digits = value
    .replace(/={1,2}$/, "")
    .split("-")
    .join("+")
    .split("_")
    .join("/");
  if (digits.length % 4 === 1 || /[^\w+/]/.test(digits)) return value;
  return digits.padEnd(Math.ceil(digits.length / 4) * 4, "=");
}

const TIMESTAMP = /^(\d{4}-\d\d-\d\dt\d\d:\d\d:\d\d)(\.\d{1,9})?(z|[+-]\d\d:\d\d)$/i;

/** A numeric offset becomes `Z`. The digits of the fraction stay as they are, so that no precision is lost. */
function timestamp(value: unknown): unknown {
  if (typeof value !== "string" || value.endsWith("Z")) return value;
  const [, local = "", fraction = "", offset = ""] = TIMESTAMP.exec(value.toUpperCase()) ?? [];
  const utc = toSeconds(local + offset);
  // A Date takes 30 February for 1 March.
  return utc && toSeconds(`${local}Z`) === local ? `${utc}${fraction}Z` : value;
}

/** To the second, without `Z`; empty where the text is no time. */
function toSeconds(text: string): string {
  const date = new Date(text);
  return Number.isNaN(date.getTime()) ? "" : date.toISOString().slice(0, 19);
}
