import { serve } from "@a2akit/server/node";
import type { Transport } from "./transport.ts";

/** A server of node:http. */
export const viaNode: Transport = async (handler) => {
  const { url, close } = await serve({ handler });
  return { origin: url, fetch: (request) => fetch(request), close };
};
