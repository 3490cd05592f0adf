import { createTokenBuckets } from "../rate-limit/token-buckets.ts";

export interface FailureLimits {
  /** Wrong credentials in a row that an address may present. */
  readonly attempts: number;
  /** Milliseconds in which it gets as many new ones, bit by bit; as long at most it waits beyond that for having guessed many at once. */
  readonly window: number;
  /** Credentials of an address that are checked at a time: who guesses fast must not be faster than the counting. */
  readonly atOnce: number;
  /** Addresses that are remembered. */
  readonly addresses: number;
}

export const DEFAULT_FAILURE_LIMITS: FailureLimits = {
  attempts: 20,
  window: 60_000,
  atOnce: 500,
  addresses: 10_000,
};

export interface FailureThrottle {
  /**
   * Milliseconds until the address may try again; else the check is under way until `end`. An address that nobody knows always may: one guesser
   * must not lock everybody out.
   */
  begin(address: string | undefined): number | undefined;
  end(address: string | undefined, outcome: { readonly failed: boolean }): void;
}

/** Milliseconds until a check that is one too many may be tried again. */
const BUSY = 1_000;

/** @throws RangeError for a limit below 1 */
export function createFailureThrottle(limits: Partial<FailureLimits> | false = {}): FailureThrottle {
  if (limits === false) return { begin: () => undefined, end: () => {} };
  const { attempts, window, atOnce, addresses } = { ...DEFAULT_FAILURE_LIMITS, ...limits };
  if (!(atOnce >= 1)) throw new RangeError("atOnce must be a number of at least 1");
  const buckets = createTokenBuckets({ capacity: attempts, refill: window, entries: addresses, debt: attempts });
  const underWay = new Map<string, number>();
  return {
    begin(address) {
      if (address === undefined) return undefined;
      const checks = underWay.get(address) ?? 0;
      const wait = buckets.wait(address) ?? (checks >= atOnce ? BUSY : undefined);
      if (wait === undefined) underWay.set(address, checks + 1);
      return wait;
    },
    end(address, { failed }) {
      if (address === undefined) return;
      const left = (underWay.get(address) ?? 1) - 1;
      if (left > 0) underWay.set(address, left);
      else underWay.delete(address);
      if (failed) buckets.take(address);
    },
  };
}
