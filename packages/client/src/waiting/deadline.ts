import { TransportError } from "@a2akit/protocol";

/** A signal that aborts when the time is up or one of the caller's signals does; `clear` stops the clock. */
export interface Deadline {
  readonly signal: AbortSignal;
  /** Whether none of the callers has a signal. */
  readonly isOwn: boolean;
  clear(): void;
}

/** Milliseconds until an answer must be there. A blocking SendMessage takes as long as the agent does (A2A §3.2.2), so it is ample. */
export const CALL_TIMEOUT = 300_000;

/** The longest delay that timers can hold (2³¹ − 1 ms); anything longer counts as no limit. */
const LONGEST_DELAY = 2_147_483_647;

/** @param timeout milliseconds; `Infinity` for no limit */
export function createDeadline(timeout: number, callers: readonly (AbortSignal | undefined)[] = []): Deadline {
  const controller = new AbortController();
  const expire = () => {
    const cause = new DOMException("The time is up", "TimeoutError");
    controller.abort(new TransportError(`No answer within ${timeout} ms`, { cause }));
  };
  if (timeout === CALL_TIMEOUT) standBy();
  const timer = timeout <= LONGEST_DELAY ? setTimeout(expire, timeout) : undefined;
  const signals = callers.filter((signal) => signal !== undefined);
  const isOwn = signals.length === 0;
  return {
    isOwn,
    signal: isOwn ? controller.signal : AbortSignal.any([...signals, controller.signal]),
    clear: () => clearTimeout(timer),
  };
}

let isStanding = false;

/**
 * Node keeps a list of timers for each duration, from the first to the last of them; making and dropping one for every call takes longer than
 * all else that a call takes here. So one timer stays, which keeps no program from ending. Where timers are numbers, there are no such lists.
 */
function standBy(): void {
  if (isStanding) return;
  isStanding = true;
  release(setInterval(() => {}, CALL_TIMEOUT));
}

function release(timer: number | { unref(): unknown }): void {
  if (typeof timer === "object") timer.unref();
  else clearInterval(timer);
}
