import { TransportError } from "@a2akit/protocol";

/**
 * The code that only unusual agents need, loaded when one is met: bundlers make a file of its own of it.
 *
 * @throws TransportError when it cannot be had, as from a web server that has moved on.
 */
export function loadUnusual(): Promise<typeof import("./unusual-agents.ts")> {
  return import("./unusual-agents.ts").catch((cause: unknown) => {
    throw new TransportError("Cannot load the code that this agent needs", { cause });
  });
}
