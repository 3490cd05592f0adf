import { isCanonicalAnswer, isCanonicalCard, parseResponse, type TransportErrorOptions } from "@a2akit/protocol";
import type { DecodedCard } from "@a2akit/protocol/card";
import type { Method } from "@a2akit/types";
import { loadUnusual } from "../load-unusual.ts";
import { parseJson } from "./read-body.ts";

/**
 * An Agent Card in canonical form. Cards that are not canonical as they stand – flat ones, older ones, those in snake_case – take code of their
 * own to read, which is loaded when the first one is met.
 *
 * @param url where the card is from; relative URLs in it are resolved against that
 * @throws A2AError InvalidAgentResponse when it is no card; the message names member and rule.
 */
export async function readCard(json: unknown, url?: string): Promise<DecodedCard> {
  if (isCanonicalCard(json)) return { card: json, shape: "interfaces" };
  return (await loadUnusual()).decodeCard(json, { url });
}

/** One request that is answered. */
export interface Exchange {
  readonly method: Method;
  readonly id: number;
  /** Where the answer is from, for errors about it. */
  readonly at: TransportErrorOptions;
}

/**
 * The canonical result in the text of an answer, or a promise of it where the code that reads it has to be loaded: events are many, and most are
 * canonical.
 *
 * @param what what the text is, for errors about it
 * @throws A2AError the agent's error, or InvalidAgentResponse; TransportError when it is no answer to the request.
 */
export function readResult(text: string, what: string, { method, id, at }: Exchange): unknown {
  const result = parseResponse(parseJson(text, what, at), id, at);
  if (method === "GetExtendedAgentCard") return readCard(result).then(({ card }) => card);
  if (isCanonicalAnswer(method, result, text)) return result;
  return loadUnusual().then(({ decodeResult }) => decodeResult(method, result));
}
