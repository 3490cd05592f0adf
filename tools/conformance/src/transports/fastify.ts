import { createFastifyPlugin } from "@a2akit/server/fastify";
import fastifyCompress from "@fastify/compress";
import fastify from "fastify";
import type { Transport } from "./transport.ts";

/** Fastify with compression. */
export const viaFastify: Transport = async (handler) => {
  const app = fastify({ forceCloseConnections: true });
  await app.register(fastifyCompress, { threshold: 0 });
  app.register(createFastifyPlugin(handler));
  const origin = await app.listen({ port: 0, host: "127.0.0.1" });
  return { origin, fetch: (request) => fetch(request), close: () => app.close() };
};
