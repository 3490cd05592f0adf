/** The longest time that timers can hold, in milliseconds (2³¹ − 1, or 24 days): they fire at once when asked for more. */
export const LONGEST_DELAY = 2_147_483_647;

/** Resolves after `milliseconds`, or after LONGEST_DELAY at the latest; rejects with the signal's reason when it aborts before. */
export async function delay(milliseconds: number, signal?: AbortSignal): Promise<void> {
  signal?.throwIfAborted();
  await new Promise<void>((wake) => {
    const timer = setTimeout(stop, Math.min(milliseconds, LONGEST_DELAY));
    signal?.addEventListener("abort", stop);

    function stop() {
      clearTimeout(timer);
      signal?.removeEventListener("abort", stop);
      wake();
    }
  });
  signal?.throwIfAborted();
}
