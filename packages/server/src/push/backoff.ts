export interface BackoffOptions {
  /** Milliseconds after the first attempt. */
  readonly webhookBackoff: number;
  /** Milliseconds that are never exceeded. */
  readonly webhookBackoffMax: number;
}

/**
 * Milliseconds until the next attempt: twice as long after each, and by chance up to half shorter, so that webhooks that
 * failed together do not come back together.
 *
 * @param attempt the one that failed, from 1
 * @param chance from 0 to 1
 */
export function backoff(attempt: number, options: BackoffOptions, chance: number = Math.random()): number {
  const { webhookBackoff, webhookBackoffMax } = options;
  const longest = Math.min(webhookBackoff * 2 ** (attempt - 1), webhookBackoffMax);
  return longest * (1 - chance / 2);
}
