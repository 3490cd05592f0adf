import { createServer } from "node:http";
import { createExpressHandlers } from "@a2akit/server/express";
import compression from "compression";
import express from "express";
import { listen } from "./listen.ts";
import type { Transport } from "./transport.ts";

/** Express as applications have it: with compression, and a parser that reads bodies before the agent does. */
export const viaExpress: Transport = async (handler) => {
  const app = express();
  app.use(compression({ threshold: 0 }));
  app.use(express.json({ limit: "20mb" }));
  app.use(...createExpressHandlers(handler));
  return listen(createServer(app), handler);
};
