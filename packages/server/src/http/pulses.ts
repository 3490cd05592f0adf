import type { Timing } from "../limits.ts";
import { unref } from "../timers.ts";

/** An open stream under watch. */
export interface Watched {
  /** Milliseconds since something was sent, and since the reader took nothing; whoever sends sets them to 0. */
  silent: number;
  stalled: number;
  /** The reader takes nothing at the moment. */
  blocked(): boolean;
  /** Sends a comment. */
  ping(): void;
  /** Closes a reader that stalled. */
  drop(): void;
}

/** Watches open streams, all with one timer: a comment after silence, the end for a reader that takes nothing. */
export interface Pulses {
  add(stream: Watched): void;
  remove(stream: Watched): void;
}

export function createPulses({ keepAlive, stall }: Pick<Timing, "keepAlive" | "stall">): Pulses {
  const period = Math.max(1, Math.min(keepAlive, stall) / 2);
  const open = new Set<Watched>();
  let timer: ReturnType<typeof setInterval> | undefined;

  function look(stream: Watched): void {
    stream.stalled = stream.blocked() ? stream.stalled + period : 0;
    stream.silent += period;
    if (stream.stalled >= stall) stream.drop();
    if (stream.stalled > 0 || stream.silent < keepAlive) return;
    stream.silent = 0;
    stream.ping();
  }

  return {
    add(stream) {
      open.add(stream);
      timer ??= setInterval(() => open.forEach(look), period);
      unref(timer);
    },
    remove(stream) {
      if (!open.delete(stream) || open.size > 0) return;
      clearInterval(timer);
      timer = undefined;
    },
  };
}
