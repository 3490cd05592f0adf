import type { Fetch } from "@a2akit/client";
import { parseRetryAfter } from "@a2akit/protocol";

const TOO_MANY_REQUESTS = 429;
const UNAVAILABLE = 503;

/** Whether the last answer to a command was that it asks too much, or too early. */
export interface RateLimit {
  isReached: boolean;
  /** Milliseconds until it may ask again, where the answer says. */
  retryAfter?: number | undefined;
}

/** `fetch` that keeps of its last answer what it says of a rate limit. */
export function noteRateLimit(fetch: Fetch, limit: RateLimit): Fetch {
  return async (request) => {
    limit.isReached = false;
    const response = await fetch(request);
    const { status, headers } = response;
    limit.retryAfter = parseRetryAfter(headers.get("retry-after"));
    // A server that is about to close, or to open, says when.
    limit.isReached = status === TOO_MANY_REQUESTS || (status === UNAVAILABLE && limit.retryAfter !== undefined);
    return response;
  };
}
