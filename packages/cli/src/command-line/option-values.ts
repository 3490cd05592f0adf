import { enums } from "@a2akit/protocol/codec";
import type { TaskState } from "@a2akit/types";
import { parseJson } from "../parse-json.ts";

/** Those that a task can be in. */
const STATES = enums.TaskState.filter((state) => state !== "TASK_STATE_UNSPECIFIED");

/** How people write states. */
export const STATE_NAMES: readonly string[] = STATES.map((state) =>
  state.replace("TASK_STATE_", "").toLowerCase().replaceAll("_", "-"),
);

/** A whole number of at least `minimum`, and of at most `maximum`. */
export function parseCount(minimum: number, maximum?: number): (text: string) => number {
  const range = maximum === undefined ? `from ${minimum}` : `from ${minimum} to ${maximum}`;
  return (text) => {
    const isInRange = Number(text) >= minimum && Number(text) <= (maximum ?? Number.POSITIVE_INFINITY);
    if (!/^\d{1,9}$/.test(text) || !isInRange)
      throw new Error(`${JSON.stringify(text)} is not a whole number ${range}`);
    return Number(text);
  };
}

/** A TCP port; 0 is a free one. */
export function parsePort(text: string): number {
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65_535)
    throw new Error(`${JSON.stringify(text)} is not a port from 0 to 65535`);
  return Number(text);
}

export function parseObject(text: string): Readonly<Record<string, unknown>> {
  const value = parseJson(text);
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw new Error("not a JSON object");
  return Object.fromEntries(Object.entries(value));
}

/** Headers that belong to the connection (RFC 9110 §7.6.1), or follow from the body. */
const OWN_HEADERS =
  /^(connection|content-length|content-type|expect|host|keep-alive|proxy-connection|te|trailer|transfer-encoding|upgrade)$/;

/** `name:value`; the value may hold further colons. */
export function parseHeader(text: string): readonly [name: string, value: string] {
  const [, written, value] = /^([!#$%&'*+.^_`|~\w-]+)\s*:\s*(.*)$/s.exec(text) ?? [];
  if (written === undefined || value === undefined) throw new Error(`${JSON.stringify(text)} is not name:value`);
  const name = written.toLowerCase();
  if (OWN_HEADERS.test(name)) throw new Error(`${name} is not for you to set: it follows from the request`);
  return [name, parseHeaderValue(value)];
}

/** What a header may hold, without the spaces around it (RFC 9110 §5.5); never quoted, as it may be a secret. */
export function parseHeaderValue(text: string): string {
  const value = text.trim();
  if (!/^[\t\x20-\x7e\x80-\xff]*$/.test(value)) throw new Error("it has a character that no HTTP header can hold");
  return value;
}

/** A URI as a list in a header holds it: without spaces and commas (RFC 3986 §2). */
export function parseUri(text: string): string {
  if (!/^[!-+\--~]+$/.test(text)) throw new Error(`${JSON.stringify(text)} is not a URI`);
  return text;
}

/** `working`, `input-required` or `TASK_STATE_WORKING`. */
export function parseState(text: string): TaskState {
  const wanted = text.toUpperCase().replaceAll("-", "_");
  const state = STATES.find((name) => name === wanted || name === `TASK_STATE_${wanted}`);
  if (!state) throw new Error(`${JSON.stringify(text)} is none of ${STATE_NAMES.join(", ")}`);
  return state;
}

/** The bindings that A2A names. */
export const BINDINGS: readonly string[] = ["JSONRPC", "HTTP+JSON", "GRPC"];

/** A binding as cards write it, in any case, with or without punctuation: `json-rpc` is JSONRPC (A2A §4.4.6). */
export function parseBinding(text: string): string {
  const bare = (name: string) => name.toUpperCase().replace(/[^A-Z]/g, "");
  const binding =
    BINDINGS.find((name) => bare(name) === bare(text)) ?? (bare(text) === "REST" ? "HTTP+JSON" : undefined);
  if (!binding) throw new Error(`${JSON.stringify(text)} is none of ${BINDINGS.join(", ")}`);
  return binding;
}

/** `1.0`; A2A knows no other form (A2A §3.6). */
export function parseProtocolVersion(text: string): string {
  if (!/^\d{1,4}\.\d{1,4}$/.test(text)) throw new Error(`${JSON.stringify(text)} is not a version such as 1.0`);
  return text;
}

/** `Bearer abc` → what A2A §4.3.2 makes of it. */
export function parseAuthentication(text: string): { scheme: string; credentials: string } {
  const [, scheme, credentials] = /^(\S+)\s+(\S.*)$/.exec(text.trim()) ?? [];
  if (scheme === undefined || credentials === undefined) throw new Error("is not a scheme and credentials");
  return { scheme, credentials };
}

export function parseWebUrl(text: string): string {
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol))
    throw new Error(`${JSON.stringify(text)} is not an http or https URL`);
  return text;
}
