import { cardPayload } from "@a2akit/protocol/signing";
import type { AgentCard, AgentCardSignature } from "@a2akit/types";
import { type CryptoKey, FlattenedSign, type JWK, type KeyObject } from "jose";

/** A private key, and what a verifier is told about it (A2A §8.4.2). */
export interface CardKey {
  readonly key: CryptoKey | KeyObject | JWK;
  /** Such as ES256, RS256 or EdDSA; it must fit the key. Symmetric ones are refused: whoever can verify those can sign. */
  readonly alg: string;
  /** By which the verifier finds the public key. */
  readonly kid: string;
  /** URL of the JWKS that has the public key; goes into the protected header. */
  readonly jku?: string;
}

/**
 * The Agent Card with one more signature per key (A2A §8.4), after those it has already: detached JWS over the canonical JSON of the card.
 * Everything but `signatures` is signed, URLs and all; a card that changes afterwards no longer verifies.
 *
 * Rejects with TypeError for no key, a symmetric `alg`, an empty `kid`, a key that does not fit `alg`, and a card that is not JSON.
 */
export async function signAgentCard(card: AgentCard, keys: CardKey | readonly CardKey[]): Promise<AgentCard> {
  const list: readonly CardKey[] = "key" in keys ? [keys] : keys;
  if (list.length === 0) throw new TypeError("Signing an Agent Card takes a key");
  for (const key of list) requireUsable(key);
  const payload = new TextEncoder().encode(cardPayload(card));
  const added = await Promise.all(list.map((key) => sign(payload, key)));
  return { ...card, signatures: [...(card.signatures ?? []), ...added] };
}

async function sign(payload: Uint8Array, { key, alg, kid, jku }: CardKey): Promise<AgentCardSignature> {
  const header = { alg, typ: "JOSE", kid, ...(jku !== undefined && { jku }) };
  const signed = await new FlattenedSign(payload).setProtectedHeader(header).sign(key);
  return { protected: signed.protected ?? "", signature: signed.signature };
}

function requireUsable({ alg, kid, jku }: CardKey): void {
  if (alg === "none" || /^HS/i.test(alg))
    throw new TypeError(`An Agent Card cannot be signed with ${alg}: use a key pair`);
  if (kid === "") throw new TypeError("A key that signs an Agent Card needs a kid (A2A §8.4.2)");
  if (jku !== undefined && !/^https:/i.test(jku)) throw new TypeError("jku must be an https URL");
}
