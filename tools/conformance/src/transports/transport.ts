import type { A2AHandler } from "@a2akit/server";

/** A handler that can be reached. */
export interface Reached {
  /** Where it is; a name that leads nowhere for one that no network is between. */
  readonly origin: string;
  fetch(request: Request): Promise<Response>;
  /** Closes the handler, too. */
  close(): Promise<void>;
}

/** A way to a handler: a framework, or a runtime's own server. */
export type Transport = (handler: A2AHandler) => Promise<Reached>;
