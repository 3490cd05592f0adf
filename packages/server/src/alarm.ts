import { MAX_DELAY, unref } from "./timers.ts";

/** Lets claimers sleep until something happens, a time comes, or their signal aborts. */
export interface Alarm {
  /** Wakes everybody. */
  ring(): void;
  /** Resolves at the time (milliseconds since 1970; `Infinity`: never), when it rings, or when the signal aborts. */
  until(time: number, signal: AbortSignal): Promise<void>;
}

export function createAlarm(): Alarm {
  const sleeping = new Set<() => void>();
  return {
    ring() {
      for (const wake of [...sleeping]) wake();
    },
    until(time, signal) {
      return new Promise((resolve) => {
        if (signal.aborted) return resolve();
        const delay = Math.min(Math.max(time - Date.now(), 0), MAX_DELAY);
        const timer = time === Number.POSITIVE_INFINITY ? undefined : setTimeout(wake, delay);
        unref(timer);
        function wake(): void {
          clearTimeout(timer);
          signal.removeEventListener("abort", wake);
          sleeping.delete(wake);
          resolve();
        }
        sleeping.add(wake);
        signal.addEventListener("abort", wake);
      });
    },
  };
}
