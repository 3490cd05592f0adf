import { TransportError } from "@a2akit/protocol";
import { LONGEST_DELAY } from "./delay.ts";

/** A signal that aborts when the time is up or the caller's does; `clear` stops the clock. */
export interface Deadline {
  readonly signal: AbortSignal;
  clear(): void;
  /** Ends what hangs on the signal, as when the time is up. */
  expire(): void;
}

/** Milliseconds until an answer must be there. A blocking SendMessage takes as long as the agent does (A2A §3.2.2), so it is ample. */
export const CALL_TIMEOUT = 300_000;

/** @param timeout milliseconds; `Infinity` – or anything that timers cannot hold – for no limit */
export function createDeadline(timeout: number, caller?: AbortSignal): Deadline {
  const controller = new AbortController();
  const expire = () => {
    const cause = new DOMException("The time is up", "TimeoutError");
    controller.abort(new TransportError(`No answer within ${timeout} ms`, { cause }));
  };
  if (timeout === CALL_TIMEOUT) standBy();
  const timer = timeout <= LONGEST_DELAY ? setTimeout(expire, timeout) : undefined;
  return {
    signal: caller ? AbortSignal.any([caller, controller.signal]) : controller.signal,
    clear: () => clearTimeout(timer),
    expire,
  };
}

/** As the runtime has it: Node's can be told not to hold the program. */
type Timer = number | { unref(): unknown };

let standing: Timer | undefined;

/**
 * Node keeps a list of timers for each duration, from the first to the last of them; making and dropping one for every call takes longer than
 * all else that a call takes here. So one timer stays, which keeps no program from ending. Where timers are numbers, there are no such lists.
 */
function standBy(): void {
  if (standing) return;
  // Each runtime's types know only its own timers.
  standing = setInterval(() => {}, CALL_TIMEOUT) as Timer;
  if (typeof standing === "object") standing.unref();
  else clearInterval(standing);
}
