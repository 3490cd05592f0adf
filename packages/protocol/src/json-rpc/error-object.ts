import {
  A2AError,
  type ErrorDetail,
  type ErrorKind,
  type ErrorName,
  type FieldViolation,
  kindOf,
  reasonOf,
} from "../a2a-error.ts";
import { errors } from "../gen/errors.ts";
import { isObject, type JsonObject } from "../json.ts";

/** The `error` member of a JSON-RPC response (A2A §9.5). */
export interface ErrorObject {
  readonly code: number;
  readonly message: string;
  readonly data: readonly ErrorDetail[];
}

const ERROR_INFO = "type.googleapis.com/google.rpc.ErrorInfo";
const BAD_REQUEST = "type.googleapis.com/google.rpc.BadRequest";

/** Field violations that an error object names: a request may have as many as it has members. */
export const MAX_VIOLATIONS = 20;

/** Characters of each text in an error object: it may repeat what a stranger wrote. */
export const MAX_ERROR_TEXT = 1_000;

/**
 * The JSON-RPC error object: an ErrorInfo first, then a BadRequest where fields were violated, then what else the error carries. At most
 * MAX_VIOLATIONS violations, and texts of at most MAX_ERROR_TEXT characters, so that no request makes it large.
 */
export function toErrorObject({ code, message, reason, domain, metadata, violations, details }: A2AError): ErrorObject {
  const texts = Object.entries(metadata).map(([key, value]) => [key, cut(value)]);
  const info: ErrorDetail = { "@type": ERROR_INFO, reason, domain, metadata: Object.fromEntries(texts) };
  const fieldViolations = violations
    .slice(0, MAX_VIOLATIONS)
    .map(({ field, description }) => ({ field: cut(field), description: cut(description) }));
  const request: ErrorDetail[] = fieldViolations.length > 0 ? [{ "@type": BAD_REQUEST, fieldViolations }] : [];
  return { code, message: cut(message), data: [info, ...request, ...details] };
}

function cut(text: string): string {
  return text.length > MAX_ERROR_TEXT ? `${text.slice(0, MAX_ERROR_TEXT - 1)}…` : text;
}

/**
 * Reads a peer's JSON-RPC error object. Never throws: `data` may hold `@type` objects, `{reason, domain, metadata}` without `@type`, or
 * nothing that makes sense. A code that is no row of the table is kept; so are a peer's own reason and domain.
 */
export function parseErrorObject(value: unknown): A2AError {
  const { code, message, data }: JsonObject = isObject(value) ? value : {};
  const details = [data].flat().filter(isObject);
  const info = details.find(({ reason }) => typeof reason === "string") ?? {};
  const request = details.find(({ fieldViolations }) => Array.isArray(fieldViolations)) ?? {};
  return new A2AError(peersKind(Number.isInteger(code) ? Number(code) : errors.Internal.code, info), {
    ...(typeof message === "string" && { message }),
    metadata: stringsOf(info.metadata),
    violations: [request.fieldViolations].flat().filter(isViolation),
    details: details.filter(
      (detail): detail is ErrorDetail => detail !== info && detail !== request && typeof detail["@type"] === "string",
    ),
  });
}

/** Two rows may share a code (−32000), so the reason decides; a code that only one row has is that row. */
function peersKind(code: number, { reason, domain }: JsonObject): ErrorKind {
  const names = (Object.keys(errors) as ErrorName[]).filter((name) => errors[name].code === code);
  const name = names.find((key) => reasonOf(key) === reason) ?? (names.length === 1 ? names[0] : undefined);
  return {
    ...(name ? kindOf(name) : { code, message: `The agent answered with error ${code}`, reason: "UNKNOWN" }),
    ...(typeof reason === "string" && { reason }),
    ...(typeof domain === "string" && { domain }),
  };
}

function stringsOf(value: unknown): Record<string, string> {
  const entries = Object.entries(isObject(value) ? value : {});
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === "string"));
}

function isViolation(value: unknown): value is FieldViolation {
  return isObject(value) && typeof value.field === "string" && typeof value.description === "string";
}
