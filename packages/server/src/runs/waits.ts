import { httpError } from "../http-errors.ts";

/** Calls that wait for an agent, so that `close` can answer them. */
export interface Waits {
  /** Runs `work` with a signal that follows the caller's and ends with the handler. */
  during<T>(caller: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T>;
  /** What still waits is answered with UNAVAILABLE (HTTP 503). */
  close(): void;
}

export function createWaits(): Waits {
  const waiting = new Set<AbortController>();
  return {
    async during(caller, work) {
      const controller = new AbortController();
      const leave = (): void => controller.abort(caller.reason);
      if (caller.aborted) leave();
      else caller.addEventListener("abort", leave);
      waiting.add(controller);
      try {
        return await work(controller.signal);
      } finally {
        waiting.delete(controller);
        caller.removeEventListener("abort", leave);
      }
    },
    close() {
      for (const controller of waiting) controller.abort(httpError("UNAVAILABLE"));
    },
  };
}
