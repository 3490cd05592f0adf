import type { Method } from "@a2akit/types";
import type { Envelope, WireError } from "../peer.ts";
import type { Asked, Fields, Sent } from "./defect.ts";

/** Each event of a stream with its index becomes these events. */
export async function* each(
  events: AsyncIterable<Sent>,
  change: (event: Sent, at: number) => Sent[],
): AsyncGenerator<Sent> {
  let at = 0;
  for await (const event of events) yield* change(event, at++);
}

/** Changes the error object, of one code or of all. */
export function inError(code: number | undefined, change: (error: WireError) => unknown) {
  return (envelope: Envelope): unknown => {
    const { error } = envelope;
    const meant = error && (code === undefined || error.code === code);
    return meant ? { ...envelope, error: change(error) } : envelope;
  };
}

/** Changes every member of this name, at any depth. */
export function inMember(name: string, change: (value: unknown) => unknown): (value: unknown) => unknown {
  const walk = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(walk);
    if (!isFields(value)) return value;
    const members = Object.entries(value).map(([key, member]) => [key, key === name ? change(member) : walk(member)]);
    return Object.fromEntries(members);
  };
  return walk;
}

/** Changes the params of one method. */
export function inParams(method: Method, change: (params: Fields) => Fields) {
  return ({ headers, body }: Asked): Asked => {
    const meant = body.method === method && isFields(body.params);
    return { headers, body: meant ? { ...body, params: change(body.params as Fields) } : body };
  };
}

/** Changes an answer as text. */
export function inText(pattern: RegExp, replacement: string) {
  return (envelope: Envelope): unknown => JSON.parse(JSON.stringify(envelope).replaceAll(pattern, replacement));
}

export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function without(fields: Fields, name: string): Fields {
  const { [name]: _, ...rest } = fields;
  return rest;
}
