import { TransportError } from "@a2akit/protocol";
import { delay } from "./delay.ts";

/** How often and how patiently something is done again. */
export interface RetryOptions {
  /** Tries after the first; 0 for none. */
  readonly attempts?: number | undefined;
  /** Milliseconds before the first of them; each later one waits twice as long. The actual time is drawn from the upper half of that. */
  readonly delay?: number | undefined;
  /** Milliseconds; the longest wait. An agent whose Retry-After asks for more is not tried again. */
  readonly maxDelay?: number | undefined;
}

export const RETRY_ATTEMPTS = 3;
export const RETRY_DELAY = 500;
export const MAX_RETRY_DELAY = 30_000;

/** Statuses that say "later": request timeout, too early, too many requests, bad gateway, unavailable, gateway timeout. */
const TRANSIENT = [408, 425, 429, 502, 503, 504];

/**
 * Whether trying again may help: nothing was answered, or an answer that says "later" – an error of the protocol may come with such a status,
 * too. A time limit of our own is final.
 */
export function isTransient(error: unknown): boolean {
  const { status, cause }: Partial<TransportError> = Object(error);
  // The cause of a deadline's error is a DOMException.
  const isSilence = error instanceof TransportError && !(cause instanceof DOMException);
  return status === undefined ? isSilence : TRANSIENT.includes(status);
}

/**
 * Waits before the try of this number, counted from 1.
 *
 * @throws the error itself when another try may not help, there is none, or the agent asks for more patience than there is; the signal's reason.
 */
export async function backOff(
  error: unknown,
  {
    attempt,
    signal,
    attempts = RETRY_ATTEMPTS,
    delay: first = RETRY_DELAY,
    maxDelay = MAX_RETRY_DELAY,
  }: RetryOptions & { readonly attempt: number; readonly signal?: AbortSignal | undefined },
): Promise<void> {
  const { retryAfter: asked = 0 }: Partial<TransportError> = Object(error);
  if (!isTransient(error) || attempt > attempts || asked > maxDelay) throw error;
  const longest = Math.min(first * 2 ** (attempt - 1), maxDelay);
  await delay(Math.max(asked, longest * (0.5 + Math.random() / 2)), signal);
}

/** Does it until it succeeds, fails for good, or was tried often enough. */
export async function retrying<T>(
  run: () => Promise<T>,
  options: RetryOptions & { readonly signal?: AbortSignal | undefined },
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await run();
    } catch (error) {
      await backOff(error, { ...options, attempt });
    }
  }
}
