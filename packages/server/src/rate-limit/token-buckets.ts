export interface BucketOptions {
  /** Tokens of a bucket that is full, as each is at first. */
  readonly capacity: number;
  /** Milliseconds in which an empty bucket fills up. */
  readonly refill: number;
  /** Buckets that are remembered; beyond it the one that was used longest ago is forgotten, and so full again. */
  readonly entries: number;
  /** Tokens that are owed at most: a bucket that is empty takes them all the same, and is full the later. Default 0. */
  readonly debt?: number;
}

/** Token buckets by key, in memory. One that is full takes none. */
export interface TokenBuckets {
  /** Takes a token; else the milliseconds until there is one. */
  take(key: string): number | undefined;
  /** Milliseconds until there is a token; undefined where there is one. */
  wait(key: string): number | undefined;
  size(): number;
}

/** @throws RangeError for an option that is not a number of at least 1 */
export function createTokenBuckets({ capacity, refill, entries, debt = 0 }: BucketOptions): TokenBuckets {
  for (const [name, value] of Object.entries({ capacity, refill, entries })) {
    if (!(value >= 1)) throw new RangeError(`${name} must be a number of at least 1`);
  }
  const interval = refill / capacity;
  const longest = refill + debt * interval;
  // When a bucket is full again, in the order of use: all that there is to know of it.
  const fullAt = new Map<string, number>();

  /** Milliseconds until the bucket is full. */
  function untilFull(key: string): number {
    const now = Date.now();
    const left = Math.max((fullAt.get(key) ?? 0) - now, 0);
    if (left <= longest) return left;
    // The clock was set back: nobody owes more than all.
    fullAt.set(key, now + longest);
    return longest;
  }
  const untilToken = (left: number): number | undefined =>
    left + interval > refill ? Math.ceil(left + interval - refill) : undefined;

  return {
    take(key) {
      const left = untilFull(key);
      const wait = untilToken(left);
      fullAt.delete(key);
      fullAt.set(key, Date.now() + (left + interval <= longest ? left + interval : left));
      const [oldest] = fullAt.size > entries ? fullAt.keys() : [];
      if (oldest !== undefined) fullAt.delete(oldest);
      return wait;
    },
    wait: (key) => untilToken(untilFull(key)),
    size: () => fullAt.size,
  };
}
