import type { Dialect } from "@a2akit/protocol";
import { encodeCard } from "@a2akit/protocol/card";
import type { AgentCard } from "@a2akit/types";
import type { Outcome } from "../call-context.ts";
import { type BaseUrlOptions, baseUrlOf, FORWARDED_HEADERS } from "../http/base-url.ts";
import type { Incoming } from "../http/incoming.ts";
import { type SignCard, withInterface } from "./agent-card.ts";

export interface CardResponseOptions {
  readonly card: AgentCard;
  readonly dialect: Dialect;
  /** Path of the JSON-RPC endpoint below the base URL. */
  readonly path: string;
  /** Seconds for which a card may be used without asking again (A2A §8.6). */
  readonly maxAge: number;
  readonly urls: BaseUrlOptions;
  readonly signCard: SignCard | undefined;
  readonly tenant: string;
}

interface Rendered {
  readonly body: unknown;
  readonly etag: string;
}

/** Cards that are kept, per base URL: a stranger who varies the Host header must not fill the memory. */
const MAX_RENDERED = 32;

/** Answers GET and HEAD of an Agent Card, with ETag and Last-Modified (A2A §8.6). */
export function createCardResponse(options: CardResponseOptions): (incoming: Incoming) => Promise<Outcome> {
  const { dialect, path, maxAge, urls, signCard, tenant } = options;
  const lastModified = new Date().toUTCString();
  const rendered = new Map<string, Promise<Rendered>>();

  async function render(url: string): Promise<Rendered> {
    const card = withInterface(options.card, url, tenant);
    const body = encodeCard(dialect, signCard === undefined ? card : await signCard(card), { url });
    const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(JSON.stringify(body)));
    return { body, etag: `"${btoa(String.fromCharCode(...new Uint8Array(digest)))}"` };
  }
  function rendering(url: string): Promise<Rendered> {
    const known = rendered.get(url);
    if (known !== undefined) return known;
    if (rendered.size >= MAX_RENDERED) rendered.clear();
    const made = render(url);
    rendered.set(url, made);
    // A key that could not be reached may be back by the next request.
    made.catch(() => rendered.delete(url));
    return made;
  }

  return async (incoming) => {
    const { body, etag } = await rendering(`${baseUrlOf(incoming, urls)}${path}`);
    const headers = {
      etag,
      "last-modified": lastModified,
      "cache-control": `public, max-age=${maxAge}`,
      ...(urls.baseUrl === undefined && { vary: FORWARDED_HEADERS }),
    };
    if (isFresh(incoming, etag, lastModified)) return { kind: "json", status: 304, headers, body: undefined };
    const typed = { ...headers, "content-type": "application/json" };
    return { kind: "json", status: 200, headers: typed, body: incoming.method === "HEAD" ? undefined : body };
  };
}

/** RFC 9110 §13.2.2: If-None-Match decides; If-Modified-Since only counts without it. */
function isFresh({ header }: Incoming, etag: string, lastModified: string): boolean {
  const tags = header("if-none-match");
  if (tags !== undefined) return tags.split(",").some((tag) => ["*", etag].includes(tag.trim().replace(/^W\//, "")));
  const since = Date.parse(header("if-modified-since") ?? "");
  return since >= Date.parse(lastModified);
}
