import { type AbortCause, AgentAbort } from "./agent.ts";

/** The other end of an agent's signal. */
export interface Aborter {
  readonly signal: AbortSignal;
  /** Why it aborted; `undefined`: it did not. */
  readonly cause: AbortCause | undefined;
  /** The first cause stands, except that a run that lost its task can say nothing more. */
  abort(cause: AbortCause): void;
}

export function createAborter(): Aborter {
  const controller = new AbortController();
  const aborter: Aborter & { cause: AbortCause | undefined } = {
    signal: controller.signal,
    cause: undefined,
    abort(cause) {
      if (aborter.cause === undefined) controller.abort(new AgentAbort(cause));
      if (aborter.cause === undefined || cause === "lost") aborter.cause = cause;
    },
  };
  return aborter;
}
