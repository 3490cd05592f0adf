import { isCanonicalCard } from "@a2akit/protocol";
import type { DecodedCard } from "@a2akit/protocol/card";
import { loadUnusual } from "../load-unusual.ts";

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
