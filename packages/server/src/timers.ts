/** The longest that a timer can wait: 2³¹ − 1 milliseconds, which is 24.8 days. */
export const MAX_DELAY = 2_147_483_647;

/** A timer must not keep a process alive; outside Node a timer is a number. */
export function unref(timer: unknown): void {
  if (typeof timer === "object" && timer !== null && "unref" in timer && typeof timer.unref === "function")
    timer.unref();
}
