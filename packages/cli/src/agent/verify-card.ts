import { type Fetch, TransportError } from "@a2akit/client";
import { isObject } from "@a2akit/protocol";
import { cardPayload } from "@a2akit/protocol/signing";
import { createLocalJWKSet, errors, flattenedVerify, type JSONWebKeySet } from "jose";
import { reasonOf } from "../message-of.ts";
import { parseJson } from "../parse-json.ts";

/** What became of one signature of a card, or that there is none (CARD_GET_004). */
export interface SignatureReport {
  readonly outcome: "verified" | "unverifiable" | "absent";
  /** By which key, or why not. */
  readonly detail?: string;
}

export interface VerifyOptions {
  readonly fetch: Fetch;
  readonly signal: AbortSignal;
  /** Where the card was found; keys of the same origin are taken for its owner's. */
  readonly url?: string | undefined;
  /** Keys that the user trusts, in place of those that the signature names. */
  readonly keys?: JSONWebKeySet | undefined;
}

/** Bytes that a key set may have. */
export const MAX_KEYS_BYTES = 1_048_576;
/** Signatures of one card that are looked at. */
const MAX_SIGNATURES = 10;
/** Whoever can verify a symmetric one can make it. */
const ALGORITHMS = [
  "ES256",
  "ES384",
  "ES512",
  "RS256",
  "RS384",
  "RS512",
  "PS256",
  "PS384",
  "PS512",
  "EdDSA",
  "Ed25519",
];

/** Verifies each signature of a card as it was served (A2A §8.4.3); a card without one is no worse for it. */
export async function verifyCard(card: unknown, options: VerifyOptions): Promise<SignatureReport[]> {
  const signatures = isObject(card) && Array.isArray(card.signatures) ? card.signatures : [];
  if (signatures.length === 0) return [{ outcome: "absent" }];
  let payload: string;
  try {
    payload = Buffer.from(cardPayload(card)).toString("base64url");
  } catch (error) {
    return [unverifiable(reasonOf(error))];
  }
  const reports: SignatureReport[] = [];
  for (const signature of signatures.slice(0, MAX_SIGNATURES))
    reports.push(await verifyOne(signature, payload, options));
  return reports;
}

async function verifyOne(signature: unknown, payload: string, options: VerifyOptions): Promise<SignatureReport> {
  if (!isObject(signature) || typeof signature.protected !== "string" || typeof signature.signature !== "string")
    return unverifiable("it has no protected header or no signature (A2A §4.4.7)");
  const jws = { protected: signature.protected, signature: signature.signature, payload };
  try {
    const header = readHeader(signature.protected);
    const { keys, from } = await findKeys(header, options);
    await flattenedVerify(jws, createLocalJWKSet(keys), { algorithms: ALGORITHMS });
    return { outcome: "verified", detail: `by key ${header.kid} of ${from}` };
  } catch (error) {
    options.signal.throwIfAborted();
    if (error instanceof errors.JWSSignatureVerificationFailed)
      return unverifiable("it does not fit the card: one of them was changed, or another key has signed");
    return unverifiable(reasonOf(error));
  }
}

function readHeader(text: string): { kid: string; jku: string | undefined } {
  const header = parseJson(Buffer.from(text, "base64url").toString("utf8"), "its header");
  if (!isObject(header) || typeof header.kid !== "string") throw new Error("its header names no key (kid, A2A §8.4.2)");
  return { kid: header.kid, jku: typeof header.jku === "string" ? header.jku : undefined };
}

/** A key set is the owner's where it is of the origin that the card is from: anybody could sign with keys of an origin of their own. */
async function findKeys(
  { jku }: { jku: string | undefined },
  { keys, url, fetch, signal }: VerifyOptions,
): Promise<{ keys: JSONWebKeySet; from: string }> {
  if (keys) return { keys, from: "--jwks" };
  if (jku === undefined) throw new Error("it names no key set (jku); give one with --jwks");
  const isOwn = url !== undefined && URL.canParse(jku) && new URL(jku).origin === new URL(url).origin;
  if (!isOwn) throw new Error(`its key set ${jku} is not on the origin of the card; to trust it, give --jwks ${jku}`);
  return { keys: await fetchKeys(jku, { fetch, signal }), from: jku };
}

/** Rejects with TransportError when there is no key set at the URL. */
export async function fetchKeys(
  url: string,
  { fetch, signal }: Pick<VerifyOptions, "fetch" | "signal">,
): Promise<JSONWebKeySet> {
  const response = await fetch(
    new Request(url, { headers: { accept: "application/json" }, signal, redirect: "error" }),
  );
  if (!response.ok)
    throw new TransportError(`No key set at ${url}: HTTP ${response.status}`, { status: response.status });
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > MAX_KEYS_BYTES) throw new TransportError(`The key set at ${url} is larger than ${MAX_KEYS_BYTES} bytes`);
    chunks.push(chunk);
  }
  return parseKeys(Buffer.concat(chunks).toString("utf8"), url);
}

/** @throws Error that names the place. */
export function parseKeys(text: string, place: string): JSONWebKeySet {
  const value = parseJson(text, place);
  if (!isObject(value) || !Array.isArray(value.keys)) throw new Error(`${place} is no JSON Web Key Set`);
  // createLocalJWKSet looks at what is in them.
  return value as unknown as JSONWebKeySet;
}

function unverifiable(detail: string): SignatureReport {
  return { outcome: "unverifiable", detail };
}
