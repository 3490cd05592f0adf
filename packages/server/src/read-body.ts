import { A2AError } from "@a2akit/protocol";
import { httpError } from "./http-errors.ts";
import type { Incoming } from "./incoming.ts";

const MEDIA_TYPES: ReadonlySet<string> = new Set(["application/json", "application/a2a+json"]);

/**
 * The text of a request body.
 * @throws A2AError UNSUPPORTED_MEDIA_TYPE (HTTP 415), PAYLOAD_TOO_LARGE (HTTP 413); what `Incoming.text` throws.
 */
export function readBody(incoming: Incoming, limit: number): Promise<string> {
  requireJson(incoming.header("content-type"));
  requireIdentity(incoming.header("content-encoding"));
  if (Number(incoming.header("content-length") ?? 0) > limit) throw tooLarge(limit);
  return incoming.text(limit);
}

/** @throws A2AError JSONParse (−32700) */
export function parseBody(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new A2AError("JSONParse");
  }
}

/** JSON is UTF-8 (RFC 8259 §8.1), so that a charset may only say so. */
function requireJson(contentType = ""): void {
  if (contentType === "application/json") return;
  const [type = "", ...parameters] = contentType.toLowerCase().split(";");
  const charset = parameters
    .map((parameter) => /^\s*charset="?([^"]*)"?\s*$/.exec(parameter)?.[1])
    .find((found) => found);
  if (MEDIA_TYPES.has(type.trim()) && (charset === undefined || /^utf-?8$/.test(charset))) return;
  throw httpError("UNSUPPORTED_MEDIA_TYPE");
}

/** RFC 9110 §8.4: a coding that is not undone must not be ignored. */
function requireIdentity(encoding = "identity"): void {
  if (encoding.trim().toLowerCase() === "identity") return;
  throw httpError("UNSUPPORTED_MEDIA_TYPE", "The request body must not be encoded");
}

export function tooLarge(limit: number): A2AError {
  return httpError("PAYLOAD_TOO_LARGE", `The request body is larger than ${limit} bytes`);
}
