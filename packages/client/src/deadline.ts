import { TransportError } from "@a2akit/protocol";

/** A signal that aborts when the time is up or one of the caller's signals does; `clear` stops the clock. */
export interface Deadline {
  readonly signal: AbortSignal;
  clear(): void;
}

/** The longest delay that timers can hold (2³¹ − 1 ms); anything longer counts as no limit. */
const LONGEST_DELAY = 2_147_483_647;

/** @param timeout milliseconds; `Infinity` for no limit */
export function createDeadline(timeout: number, callers: readonly (AbortSignal | undefined)[] = []): Deadline {
  const controller = new AbortController();
  const expire = () => {
    const cause = new DOMException("The time is up", "TimeoutError");
    controller.abort(new TransportError(`No answer within ${timeout} ms`, { cause }));
  };
  const timer = timeout <= LONGEST_DELAY ? setTimeout(expire, timeout) : undefined;
  const signals = callers.filter((signal) => signal !== undefined);
  return {
    signal: signals.length > 0 ? AbortSignal.any([...signals, controller.signal]) : controller.signal,
    clear: () => clearTimeout(timer),
  };
}
