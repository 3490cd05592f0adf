import type { Fetch } from "../transport/fetch.ts";
import { readText } from "../transport/read-body.ts";
import { requestSource } from "../transport/request-source.ts";
import { MAX_CARD_BYTES } from "./resolve-card.ts";

export interface CardCacheOptions {
  /** Used in place of the global `fetch`. */
  readonly fetch?: Fetch | undefined;
  /** Cards that are kept; the one that was not used for longest goes first. */
  readonly maxCards?: number | undefined;
  /** Bytes; a larger card is passed on, and not kept. */
  readonly maxCardBytes?: number | undefined;
  /** Milliseconds since the epoch; `Date.now` by default. */
  readonly now?: (() => number) | undefined;
}

export const MAX_CACHED_CARDS = 100;

interface Kept {
  readonly body: string;
  readonly headers: Headers;
  /** Until when it may be used without asking. */
  readonly freshUntil: number;
}

/** What may be kept: a plain GET. Credentials would make the answer one person's own. */
const isCacheable = ({ method, headers }: Request) =>
  method === "GET" && !headers.has("authorization") && !headers.has("cookie") && !headers.has("range");

/**
 * A `fetch` that keeps Agent Cards as their HTTP headers allow (A2A §8.6, RFC 9111): within `max-age` the kept card answers, after that it is
 * asked for with `If-None-Match` or `If-Modified-Since`, and `no-store` is obeyed. Calls to agents pass through. Share one between clients.
 *
 * @example
 * const fetch = cacheCards();
 * const client = await createClient("https://agents.example/", { fetch });
 */
export function cacheCards(options: CardCacheOptions = {}): Fetch {
  const { fetch = globalThis.fetch, maxCards = MAX_CACHED_CARDS, maxCardBytes = MAX_CARD_BYTES } = options;
  const { now = Date.now } = options;
  /** In the order of their last use. */
  const cards = new Map<string, Kept>();

  function keep(url: string, card: Kept): void {
    cards.delete(url);
    cards.set(url, card);
    const [oldest] = cards.keys();
    if (cards.size > maxCards && oldest !== undefined) cards.delete(oldest);
  }

  return async (request) => {
    if (!isCacheable(request)) return fetch(request);
    const { url } = request;
    const kept = cards.get(url);
    if (kept && now() < kept.freshUntil) {
      keep(url, kept);
      return answer(kept);
    }
    const response = await fetch(kept ? conditional(request, kept.headers) : request);
    if (kept && response.status === 304) {
      const headers = new Headers(kept.headers);
      response.headers.forEach((value, name) => {
        headers.set(name, value);
      });
      const renewed = { body: kept.body, headers, freshUntil: now() + lifetime(headers) };
      keep(url, renewed);
      return answer(renewed);
    }
    cards.delete(url);
    if (response.status !== 200 || !mayStore(response.headers)) return response;
    const body = await readText(response.clone(), maxCardBytes, requestSource(request)).catch(() => undefined);
    if (body !== undefined)
      keep(url, { body, headers: response.headers, freshUntil: now() + lifetime(response.headers) });
    return response;
  };
}

function answer({ body, headers }: Kept): Response {
  return new Response(body, { headers });
}

function conditional(request: Request, kept: Headers): Request {
  const headers = new Headers(request.headers);
  const etag = kept.get("etag");
  const modified = kept.get("last-modified");
  if (etag !== null) headers.set("if-none-match", etag);
  else if (modified !== null) headers.set("if-modified-since", modified);
  return new Request(request, { headers });
}

/** Without a lifetime and without a validator there is nothing to keep it for. */
function mayStore(headers: Headers): boolean {
  const isVaried = headers.get("vary")?.trim() === "*";
  const isUseful = lifetime(headers) > 0 || headers.has("etag") || headers.has("last-modified");
  return isUseful && !isVaried && !directives(headers).has("no-store");
}

/** Milliseconds for which the answer is fresh, less those that it has spent in other caches (RFC 9111 §4.2). */
function lifetime(headers: Headers): number {
  const stated = directives(headers);
  if (stated.has("no-cache")) return 0;
  const seconds = Number(stated.get("max-age") ?? 0) - Number(headers.get("age") ?? 0);
  return seconds > 0 ? seconds * 1000 : 0;
}

/** Cache-Control, by name. */
function directives(headers: Headers): ReadonlyMap<string, string> {
  const list = (headers.get("cache-control") ?? "").toLowerCase().split(",");
  return new Map(
    list.map((directive): [string, string] => {
      const [name = "", value = ""] = directive.split("=", 2);
      return [name.trim(), value.trim().replaceAll('"', "")];
    }),
  );
}
