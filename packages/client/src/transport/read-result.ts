import { isCanonicalAnswer, parseResponse, type TransportErrorOptions } from "@a2akit/protocol";
import type { Method } from "@a2akit/types";
import { readCard } from "../card/read-card.ts";
import { loadUnusual } from "../load-unusual.ts";
import { parseJson } from "./read-body.ts";

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
