import type { Fetch } from "@a2akit/client";
import { parseRetryAfter } from "@a2akit/protocol";

const TOO_MANY_REQUESTS = 429;
const UNAVAILABLE = 503;

/** What the last answer to a command says of asking too much, or too early. */
export interface RateLimit {
  /** Undefined while there is no answer. */
  status?: number | undefined;
  /** Milliseconds until it may ask again, where the answer says. */
  retryAfter?: number | undefined;
}

/** Whether the last answer was "later", so that whoever has the time may ask again. */
export function isBusy({ status }: RateLimit): boolean {
  return status === TOO_MANY_REQUESTS || status === UNAVAILABLE;
}

/** Whether the same command is worth another try at the time that is known. A server that is about to close, or to open, says when. */
export function isReached({ status, retryAfter }: RateLimit): boolean {
  return status === TOO_MANY_REQUESTS || (status === UNAVAILABLE && retryAfter !== undefined);
}

/** `fetch` that keeps of its last answer what it says of a rate limit. */
export function noteRateLimit(fetch: Fetch, limit: RateLimit): Fetch {
  return async (request) => {
    limit.status = undefined;
    limit.retryAfter = undefined;
    const response = await fetch(request);
    limit.status = response.status;
    limit.retryAfter = parseRetryAfter(response.headers.get("retry-after"));
    return response;
  };
}
