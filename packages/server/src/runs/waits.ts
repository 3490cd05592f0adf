import { httpError } from "../http-errors.ts";

/** Calls that wait for an agent, so that `close` can answer them. */
export interface Waits {
  /**
   * Runs `work` with a signal that follows the caller's and ends with the handler; rejects with its reason at once, also
   * where the work heeds no signal.
   */
  during<T>(caller: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T>;
  /** What still waits, or begins to, is answered with UNAVAILABLE (HTTP 503). */
  close(): void;
}

export function createWaits(): Waits {
  const waiting = new Set<AbortController>();
  let closed = false;
  return {
    async during(caller, work) {
      const controller = new AbortController();
      const { signal } = controller;
      const leave = (): void => controller.abort(caller.reason);
      caller.addEventListener("abort", leave);
      waiting.add(controller);
      try {
        return await new Promise((resolve, reject) => {
          signal.addEventListener("abort", () => reject(signal.reason));
          if (caller.aborted) leave();
          if (closed) end(controller);
          work(signal).then(resolve, reject);
        });
      } finally {
        waiting.delete(controller);
        caller.removeEventListener("abort", leave);
      }
    },
    close() {
      closed = true;
      for (const controller of waiting) end(controller);
    },
  };
}

function end(controller: AbortController): void {
  controller.abort(httpError("UNAVAILABLE"));
}
