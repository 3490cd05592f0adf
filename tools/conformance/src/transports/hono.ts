import type { Server } from "node:http";
import { createAdaptorServer } from "@hono/node-server";
import { Hono } from "hono";
import { listen } from "./listen.ts";
import type { Transport } from "./transport.ts";

/** Hono on its server for Node. */
export const viaHono: Transport = async (handler) => {
  const app = new Hono();
  app.all("*", (context) => handler.fetch(context.req.raw));
  // Without options it makes a server of node:http.
  return listen(createAdaptorServer({ fetch: app.fetch }) as Server, handler);
};
