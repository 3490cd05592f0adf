import { type AbortCause, AgentAbort } from "../agent.ts";

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
  const aborter: Controlled = { controller, signal: controller.signal, cause: undefined, abort };
  return aborter;
}

/** There is one for every message: they share their function. */
interface Controlled extends Aborter {
  readonly controller: AbortController;
  cause: AbortCause | undefined;
}
function abort(this: Controlled, cause: AbortCause): void {
  if (this.cause === undefined) this.controller.abort(new AgentAbort(cause));
  if (this.cause === undefined || cause === "lost") this.cause = cause;
}
