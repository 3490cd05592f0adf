import { createTokenBuckets } from "../token-buckets.ts";

export interface FailureLimits {
  /** Wrong credentials in a row that an address may present. */
  readonly attempts: number;
  /** Milliseconds in which it gets as many new ones, bit by bit. */
  readonly window: number;
  /** Addresses that are remembered. */
  readonly addresses: number;
}

export const DEFAULT_FAILURE_LIMITS: FailureLimits = { attempts: 20, window: 60_000, addresses: 10_000 };

export interface FailureThrottle {
  /** Milliseconds until the address may try again. An address that nobody knows always may: one guesser must not lock everybody out. */
  wait(address: string | undefined): number | undefined;
  count(address: string | undefined): void;
}

/** @throws RangeError for a limit below 1 */
export function createFailureThrottle(limits: Partial<FailureLimits> | false = {}): FailureThrottle {
  if (limits === false) return { wait: () => undefined, count: () => {} };
  const { attempts, window, addresses } = { ...DEFAULT_FAILURE_LIMITS, ...limits };
  const buckets = createTokenBuckets({ capacity: attempts, refill: window, entries: addresses });
  return {
    wait: (address) => (address === undefined ? undefined : buckets.wait(address)),
    count(address) {
      if (address !== undefined) buckets.take(address);
    },
  };
}
