import { fieldOf } from "./labels.ts";
import { parseText } from "./parse-text.ts";
import { readField } from "./read-field.ts";
import { MAX_REQUEST_CHARACTERS, type PartnerRequest, RequestError } from "./request.ts";

/** The part of a message: what it says is in `text` or in `data`. */
export interface RequestPart {
  readonly text?: string;
  readonly data?: unknown;
}

/** An address may be an object in the object; deeper objects are not looked into. */
const MAX_DATA_DEPTH = 2;

/**
 * Reads the parts of one message. Data parts win over text parts, and later parts over earlier ones.
 *
 * @param options.maxCharacters for all parts together; default `MAX_REQUEST_CHARACTERS`
 * @throws RequestError for a message over the limit, a part that is neither text nor data, and facts that cannot be read
 */
export function parseRequest(parts: readonly RequestPart[], options: { maxCharacters?: number } = {}): PartnerRequest {
  checkSize(parts, options.maxCharacters ?? MAX_REQUEST_CHARACTERS);
  const text = parts.flatMap((part) => part.text ?? []).join("\n");
  const data = parts.map((part, index) => readPart(part, `parts[${index}]`));
  return Object.assign({}, parseText(text), ...data);
}

function checkSize(parts: readonly RequestPart[], maxCharacters: number): void {
  let characters = 0;
  for (const { text, data } of parts) characters += text?.length ?? JSON.stringify(data)?.length ?? 0;
  if (characters > maxCharacters) throw new RequestError(`the request has more than ${maxCharacters} characters`);
}

function readPart(part: RequestPart, place: string): PartnerRequest {
  if (part.text !== undefined) return {};
  if (part.data === undefined) throw new RequestError(`${place}: must have text or data`);
  return readData(part.data, `${place}.data`, MAX_DATA_DEPTH);
}

function readData(data: unknown, place: string, depth: number): PartnerRequest {
  if (typeof data !== "object" || data === null || Array.isArray(data)) {
    throw new RequestError(`${place}: must be an object such as {"name": "…", "country": "…", "city": "…"}`);
  }
  // Own keys only, looked up in a Map: a key like "__proto__" or "constructor" is one more unknown key.
  const facts = Object.entries(data).map(([key, value]) => readEntry(key, value, { place: `${place}.${key}`, depth }));
  return Object.assign({}, ...facts);
}

function readEntry(key: string, value: unknown, at: { place: string; depth: number }): PartnerRequest {
  const field = fieldOf(key);
  if (field === undefined || value === null) return {};
  if (typeof value === "string") return readField(field, value, at.place);
  if (typeof value === "number" && field === "postalCode") return readField(field, String(value), at.place);
  if (typeof value === "object" && field === "street" && at.depth > 1) return readData(value, at.place, at.depth - 1);
  throw new RequestError(`${at.place}: must be a string`);
}
