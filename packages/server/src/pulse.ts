import type { Timing } from "./limits.ts";
import { unref } from "./runs.ts";

export interface PulseTarget {
  /** The reader takes nothing at the moment. */
  readonly blocked: boolean;
  /** Sends a comment. */
  ping(): void;
  /** Closes a reader that stalled. */
  drop(): void;
}

/** One timer per stream: a comment after silence, the end for a reader that takes nothing. */
export interface Pulse {
  /** Something was sent. */
  beat(): void;
  stop(): void;
}

export function createPulse({ keepAlive, stall }: Pick<Timing, "keepAlive" | "stall">, target: PulseTarget): Pulse {
  const period = Math.max(1, Math.min(keepAlive, stall) / 2);
  let silent = 0;
  let blocked = 0;
  const timer = setInterval(() => {
    blocked = target.blocked ? blocked + period : 0;
    silent += period;
    if (blocked >= stall) return target.drop();
    if (blocked > 0 || silent < keepAlive) return;
    silent = 0;
    target.ping();
  }, period);
  unref(timer);
  return {
    beat() {
      silent = 0;
      blocked = 0;
    },
    stop: () => clearInterval(timer),
  };
}
