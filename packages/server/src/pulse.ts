import type { Timing } from "./limits.ts";
import { unref } from "./runs.ts";

export interface PulseTarget {
  /** The reader takes nothing at the moment. */
  blocked(): boolean;
  /** Sends a comment. */
  ping(): void;
  /** Closes a reader that stalled. */
  drop(): void;
}

/** A stream under watch. */
export interface Pulse {
  /** Something was sent. */
  beat(): void;
  stop(): void;
}

/** Watches open streams, all with one timer: a comment after silence, the end for a reader that takes nothing. */
export interface Pulses {
  add(target: PulseTarget): Pulse;
}

interface Watched extends PulseTarget {
  /** Milliseconds since something was sent, and since the reader took nothing. */
  silent: number;
  stalled: number;
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
    add(target) {
      const stream: Watched = { ...target, silent: 0, stalled: 0 };
      open.add(stream);
      if (timer === undefined) {
        timer = setInterval(() => open.forEach(look), period);
        unref(timer);
      }
      return {
        beat() {
          stream.silent = 0;
          stream.stalled = 0;
        },
        stop() {
          if (!open.delete(stream) || open.size > 0) return;
          clearInterval(timer);
          timer = undefined;
        },
      };
    },
  };
}
