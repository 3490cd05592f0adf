import { A2AError } from "@a2akit/protocol";
import { httpError } from "../http-errors.ts";
import type { Incoming } from "./incoming.ts";
import { parseParameter } from "./parse-parameter.ts";

const MEDIA_TYPES: ReadonlySet<string> = new Set(["application/json", "application/a2a+json"]);

/**
 * A request body as a value.
 * @throws A2AError UNSUPPORTED_MEDIA_TYPE (HTTP 415), PAYLOAD_TOO_LARGE (HTTP 413), JSONParse (−32700); what
 * `Incoming.text` and `Incoming.parsed` throw.
 */
export function readBody(incoming: Incoming, limit: number): Promise<unknown> {
  requireJson(incoming.header("content-type"));
  if (incoming.parsed === undefined) requireIdentity(incoming.header("content-encoding"));
  if (Number(incoming.header("content-length") ?? 0) > limit) throw tooLarge(limit);
  if (incoming.parsed !== undefined) return Promise.resolve(fromParsed(incoming.parsed(), limit));
  return incoming.text(limit).then(parseBody);
}

/** What a framework made of a body. Of a value out of JSON the size is not known any more: whoever parsed it had a limit of its own. */
function fromParsed(body: unknown, limit: number): unknown {
  if (body instanceof Uint8Array) {
    if (body.byteLength > limit) throw tooLarge(limit);
    return parseBody(decode(body));
  }
  if (typeof body !== "string") return body;
  // A character is at least one byte; counting them in full would mean to encode them.
  if (body.length > limit) throw tooLarge(limit);
  return parseBody(body);
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new A2AError("JSONParse", { message: "The request body is not UTF-8" });
  }
}

function parseBody(text: string): unknown {
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
  const charset = parameters.map(parseParameter).find((parameter) => parameter?.name === "charset")?.value;
  if (MEDIA_TYPES.has(type.trim()) && (!charset || /^utf-?8$/.test(charset))) return;
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
