import type { Caller } from "../call-context.ts";
import type { Incoming, Peer } from "../http/incoming.ts";
import { type Refusal, rateLimited } from "../http-errors.ts";

export interface RateLimitRequest {
  readonly caller: Caller;
  /** Below where a framework has mounted the handler. */
  readonly path: string;
  header(name: string): string | undefined;
  readonly peer?: Peer;
}

/**
 * Whether a caller, who is known by now, asks too much; called once per request, before its body is read. Seconds after which it may ask again, or
 * `undefined` to let it through. What it throws goes to `onError` and is an internal error on the wire.
 */
export type RateLimit = (
  request: RateLimitRequest,
) => { readonly retryAfter: number } | undefined | Promise<{ readonly retryAfter: number } | undefined>;

/** The error and the headers of a request that is too much (HTTP 429). */
export async function limitRate(
  rateLimit: RateLimit,
  { path, header, peer }: Incoming,
  caller: Caller,
): Promise<Refusal | undefined> {
  const limited = await rateLimit({ caller, path, header, ...(peer !== undefined && { peer: peer() }) });
  return limited && rateLimited(limited.retryAfter);
}
