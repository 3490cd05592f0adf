import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import fastifyCompress from "@fastify/compress";
import compression from "compression";
import express, { type Express } from "express";
// @ts-expect-error it has no types of its own; those of Express 5 fit what is used here
import untypedExpress4 from "express4";
import fastify from "fastify";
import { onTestFinished } from "vitest";
import { createExpressHandlers } from "../adapters/express.ts";
import { createFastifyPlugin } from "../adapters/fastify.ts";
import { createNodeListener } from "../adapters/node-listener.ts";
import type { A2AHandler } from "../handler.ts";

export const express4 = untypedExpress4 as typeof express;

interface ApplicationOptions {
  readonly compress?: boolean;
  readonly trustProxy?: boolean;
  /** Sets a Vary of the application. */
  readonly vary?: boolean;
}
/** Agents by their prefix in an application; gives its origin. */
export type StartApplication = (
  agents: Readonly<Record<string, A2AHandler>>,
  options?: ApplicationOptions,
) => Promise<string>;

/** On a free port of this machine, until the test is over; gives its origin. */
export async function listen(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const startExpress =
  (create: () => Express): StartApplication =>
  (agents, { compress, trustProxy, vary } = {}) => {
    const app = create();
    if (trustProxy) app.set("trust proxy", "loopback");
    if (compress) app.use(compression({ threshold: 0 }));
    if (vary)
      app.use((_request, response, next) => {
        response.setHeader("vary", "Cookie");
        next();
      });
    for (const [prefix, handler] of Object.entries(agents)) app.use(prefix, ...createExpressHandlers(handler));
    return listen(app);
  };

const startFastify: StartApplication = async (agents, { compress, trustProxy = false, vary } = {}) => {
  const app = fastify({ trustProxy });
  onTestFinished(() => app.close());
  if (vary) app.addHook("onRequest", async (_request, reply) => void reply.header("vary", "Cookie"));
  if (compress) await app.register(fastifyCompress, { threshold: 0 });
  for (const [prefix, handler] of Object.entries(agents)) app.register(createFastifyPlugin(handler), { prefix });
  return app.listen({ port: 0, host: "127.0.0.1" });
};

export const FRAMEWORKS: readonly (readonly [string, StartApplication])[] = [
  ["Express 4", startExpress(express4)],
  ["Express 5", startExpress(express)],
  ["Fastify", startFastify],
];

/** An application that knows of node:http alone. */
export const startConnect: StartApplication = (agents) => {
  const app = express();
  for (const [prefix, handler] of Object.entries(agents)) app.use(prefix, createNodeListener(handler));
  return listen(app);
};
