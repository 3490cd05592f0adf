import type { Dialect, TransportError } from "@a2akit/protocol";
import type { DecodedCard } from "@a2akit/protocol/card";
import { a2a } from "@a2akit/protocol/dialects/a2a";
import { loadUnusual } from "../load-unusual.ts";
import { type Connection, openConnection } from "../transport/connection.ts";
import type { Fetch } from "../transport/fetch.ts";
import { parseJson, readText } from "../transport/read-body.ts";
import { statusError } from "../transport/status-error.ts";
import { createDeadline } from "../waiting/deadline.ts";
import { CARD_REQUEST, isRedirect } from "./card-request.ts";
import { cardUrls } from "./card-urls.ts";
import { readCard } from "./read-card.ts";

/** Milliseconds that fetching a card may take. */
export const CARD_TIMEOUT = 30_000;
/** Bytes that a card may have. */
export const MAX_CARD_BYTES = 1_048_576;

export interface ResolveCardOptions {
  /** The dialects whose card paths are tried; the canonical one alone by default. */
  readonly dialects?: readonly Pick<Dialect, "cardPath">[] | undefined;
  /** Used in place of the global `fetch`. */
  readonly fetch?: Fetch | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds; 30 s by default. */
  readonly timeout?: number | undefined;
  /** Whether a redirect may lead from a public host to a loopback or private one; false by default. */
  readonly allowPrivateHosts?: boolean | undefined;
  /** Bytes; 1 MiB by default. */
  readonly maxCardBytes?: number | undefined;
}

/** A card in canonical form, and the shape it was found in. */
export interface ResolvedCard extends DecodedCard {
  /** Where it was asked for; absent for a card that was passed in. */
  readonly url?: string;
}

/**
 * Fetches and recognises an Agent Card (A2A §8). No credentials are sent.
 *
 * @param reference a host (`agents.example`), a base URL that ends in `/`, the URL of the card, or the card itself as parsed JSON, in any shape.
 * @throws TypeError when the reference is no host or http(s) URL.
 * @throws TransportError when the card cannot be fetched.
 * @throws A2AError InvalidAgentResponse when what was found is not a card that can be used; the message names member and rule.
 */
export async function resolveCard(
  reference: string | URL | object,
  options: ResolveCardOptions = {},
): Promise<ResolvedCard> {
  if (typeof reference !== "string" && !(reference instanceof URL)) return readCard(reference);
  const text = String(reference);
  // The code that reads what is not plainly a URL is loaded when it is met.
  const isUrl = /^https?:[^@]+$/.test(text) && URL.canParse(text);
  const agent = isUrl ? new URL(text) : (await loadUnusual()).readReference(text);
  const tried: string[] = [];
  let failure: Partial<TransportError> | undefined;
  for (const url of cardUrls(agent, options.dialects ?? [a2a])) {
    tried.push(url);
    try {
      return { ...(await fetchCard(url, options)), url };
    } catch (error) {
      failure = Object(error);
      if (failure?.status === undefined) throw error;
      if (failure.status !== 404) break;
    }
  }
  throw (await loadUnusual()).noCard(tried, failure);
}

async function fetchCard(url: string, options: ResolveCardOptions): Promise<DecodedCard> {
  const { fetch, timeout = CARD_TIMEOUT, maxCardBytes = MAX_CARD_BYTES } = options;
  const { signal, clear } = createDeadline(timeout, options.signal);
  try {
    let connection: Connection = { url, signal, fetch };
    let response = await openConnection(connection, CARD_REQUEST);
    if (isRedirect(response)) {
      const { followRedirects } = await loadUnusual();
      [response, connection] = await followRedirects(response, connection, options);
    }
    if (!response.ok) throw await statusError(response, "", connection);
    const text = await readText(response, maxCardBytes, connection);
    return await readCard(parseJson(text, "The body", response), response.url || connection.url);
  } finally {
    clear();
  }
}
