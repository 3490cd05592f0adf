import { type AbortCause, AgentAbort } from "./agent.ts";

/** The other end of an agent's signal, which is made when the agent asks for it. */
export interface Aborter {
  readonly signal: AbortSignal;
  /** Why it aborted; `undefined`: it did not. */
  readonly cause: AbortCause | undefined;
  /** The first cause stands, except that a run that lost its task can say nothing more. */
  abort(cause: AbortCause): void;
}

export function createAborter(): Aborter {
  let controller: AbortController | undefined;
  let cause: AbortCause | undefined;
  return {
    get signal() {
      if (controller === undefined) {
        controller = new AbortController();
        if (cause !== undefined) controller.abort(new AgentAbort(cause));
      }
      return controller.signal;
    },
    get cause() {
      return cause;
    },
    abort(next) {
      if (cause === undefined) controller?.abort(new AgentAbort(next));
      if (cause === undefined || next === "lost") cause = next;
    },
  };
}
