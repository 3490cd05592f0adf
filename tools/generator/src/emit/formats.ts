import type { SchemaObject } from "../schema.ts";
import { type Code, call } from "./code.ts";

interface Format {
  readonly type: "string" | "number";
  readonly checks: readonly Code[];
}

const range = (low: string, high: string): Format => ({ type: "number", checks: [`z.gte(${low})`, `z.lte(${high})`] });
const text = (name: string): Format => ({ type: "string", checks: [call("z.regex", name)] });

/** Format → the checks that assert it; the expressions are in json-schema.ts. Other formats only describe. */
const formats: Readonly<Record<string, Format>> = {
  "date-time": text("dateTime"),
  date: text("date"),
  byte: text("base64"),
  email: text("email"),
  uri: text("uri"),
  "uri-template": text("uriTemplate"),
  uuid: text("uuid"),
  int32: range("-2147483648", "2147483647"),
};

export function formatChecks({ format = "", type }: SchemaObject): readonly Code[] {
  const found = Object.hasOwn(formats, format) ? formats[format] : undefined;
  return found && (type === "integer" ? "number" : type) === found.type ? found.checks : [];
}
