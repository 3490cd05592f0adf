import { EXTENSIONS_HEADER, VERSION_HEADER } from "@a2akit/protocol";
import type { JsonOutcome } from "../call-context.ts";
import type { Incoming } from "./incoming.ts";
import { withHeaders } from "./route.ts";

export interface CorsOptions {
  /** Origins whose pages may call, or "*" for all. */
  readonly origins: "*" | readonly string[];
  /** Request headers beside those of A2A, such as the ones that carry credentials. */
  readonly headers?: readonly string[];
  /** Seconds for which a browser may remember the answer to a preflight; default 600. */
  readonly maxAge?: number;
}

const REQUEST_HEADERS = ["Content-Type", "Authorization", "Last-Event-ID", VERSION_HEADER, EXTENSIONS_HEADER];
const RESPONSE_HEADERS = ["ETag", "Retry-After", "WWW-Authenticate", EXTENSIONS_HEADER].join(", ");

/** The headers that let a page read an answer; none for an origin that may not. */
export function corsHeaders({ origins }: CorsOptions, { header }: Incoming): Readonly<Record<string, string>> {
  const origin = header("origin");
  if (origin === undefined || !(origins === "*" || origins.includes(origin)))
    return origins === "*" ? {} : { vary: "Origin" };
  const allowed = origins === "*" ? "*" : origin;
  return {
    "access-control-allow-origin": allowed,
    "access-control-expose-headers": RESPONSE_HEADERS,
    ...(origins !== "*" && { vary: "Origin" }),
  };
}

/** The answer to a preflight. */
export function preflight(options: CorsOptions, incoming: Incoming, allow: string): JsonOutcome {
  const headers = {
    ...corsHeaders(options, incoming),
    "access-control-allow-methods": allow,
    "access-control-allow-headers": [...REQUEST_HEADERS, ...(options.headers ?? [])].join(", "),
    "access-control-max-age": String(options.maxAge ?? 600),
  };
  return { kind: "json", status: 204, headers, body: undefined };
}

/** What a page may ask for where no mount is, only to read that. */
const ANY_METHOD = "GET, HEAD, POST";

/** An answer that is not about a mount, as the pages of these origins may read it. */
export function shareOutcome(options: CorsOptions, outcome: JsonOutcome, incoming: Incoming): JsonOutcome {
  if (incoming.method === "OPTIONS") return preflight(options, incoming, ANY_METHOD);
  return withHeaders(outcome, corsHeaders(options, incoming));
}
