import type { Transport } from "./transport.ts";

/** `handler.fetch`, with nothing in between. */
export const inProcess: Transport = async (handler) => ({
  origin: "http://agent.example",
  fetch: handler.fetch,
  close: () => handler.close(),
});
