import { isAnonymous } from "../call-context.ts";
import { type ClientAddressOptions, createClientAddress } from "../http/client-address.ts";
import type { RateLimit, RateLimitRequest } from "./rate-limit.ts";
import { createTokenBuckets } from "./token-buckets.ts";

export interface RateLimitOptions extends ClientAddressOptions {
  /** Requests that a caller may make at once, after a pause. Default 100. */
  readonly burst?: number;
  /** Requests that it may make in the long run, per minute. Default 600. */
  readonly perMinute?: number;
  /** Callers that are remembered; beyond it, whoever was away longest begins anew. Default 10,000. */
  readonly callers?: number;
  /** Who counts as one. Default: the caller; who is anonymous, by its address, or, where that is not known, all together. */
  readonly key?: (request: RateLimitRequest, address: string | undefined) => string;
}

const MINUTE = 60_000;

/**
 * A token bucket per caller, in the memory of this process.
 *
 * @throws RangeError for a limit below 1, TypeError for a trusted proxy that is no address range
 */
export function createRateLimit(options: RateLimitOptions = {}): RateLimit {
  const { burst = 100, perMinute = 600, callers = 10_000, key = keyOf } = options;
  if (!(perMinute >= 1)) throw new RangeError("perMinute must be a number of at least 1");
  const address = createClientAddress(options);
  const buckets = createTokenBuckets({ capacity: burst, refill: (burst * MINUTE) / perMinute, entries: callers });
  return (request) => {
    const wait = buckets.take(key(request, address.of(request)));
    return wait === undefined ? undefined : { retryAfter: wait / 1_000 };
  };
}

function keyOf({ caller }: RateLimitRequest, address = ""): string {
  return isAnonymous(caller) ? `address ${address}` : `caller ${JSON.stringify([caller.tenant, caller.owner])}`;
}
