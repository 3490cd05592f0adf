import { A2AError } from "@a2akit/protocol";
import type { ErrorRequestHandler, Request, RequestHandler, Response } from "express";
import type { Answerer } from "../http/fetch.ts";
import type { Incoming } from "../http/incoming.ts";
import { httpError } from "../http-errors.ts";
import { connectIncoming, hostOf } from "./node-incoming.ts";
import { writeOutcome } from "./write-outcome.ts";

/**
 * One or several agents for Express 4 and 5: `app.use("/agents", ...createExpressHandlers(handler))`. Mounts lie below the
 * path that Express knows; paths that are no mount's go on to the next handler.
 *
 * Protocol, host and address of the caller are what Express takes for them: its setting `trust proxy` counts. A body that
 * `express.json()`, `.text()` or `.raw()` has read is used; what those refuse is answered as JSON-RPC.
 */
export function createExpressHandlers(
  handlers: Answerer | readonly Answerer[],
): readonly [RequestHandler, ErrorRequestHandler] {
  const all: readonly Answerer[] = "answer" in handlers ? [handlers] : handlers;

  /** False where no mount is. */
  function answer(request: Request, response: Response, incoming: Incoming): boolean {
    for (const handler of all) {
      const outcome = handler.answer(incoming);
      if (outcome === undefined) continue;
      void writeOutcome(outcome, handler, { request, response });
      return true;
    }
    return false;
  }

  return [
    (request, response, next) => {
      if (!answer(request, response, expressIncoming(request, response))) next();
    },
    (error: unknown, request, response, next) => {
      const parsed = refusalOf(error);
      const incoming = { ...expressIncoming(request, response), parsed };
      if (parsed === undefined || response.headersSent || !answer(request, response, incoming)) next(error);
    },
  ];
}

function expressIncoming(request: Request, response: Response): Incoming {
  const incoming = connectIncoming(request, response);
  return {
    ...incoming,
    origin: () => `${request.protocol}://${hostOf(named(request), request.socket)}${request.baseUrl}`,
    peer: () => ({ ...incoming.peer?.(), address: request.ip ?? "" }),
  };
}

/** With its port, which `hostname` lacks and Express 4 gives nowhere. */
function named(request: Request): string | undefined {
  const { hostname } = request;
  const [forwarded] = (request.get("x-forwarded-host") ?? "").split(",");
  return [request.get("host"), forwarded?.trim()].find((host) => host?.replace(/:\d+$/, "") === hostname) ?? hostname;
}

/** By the `type` of an error of body-parser. */
const REFUSALS: Readonly<Record<string, () => A2AError>> = {
  "entity.verify.failed": () => new A2AError("JSONParse"),
  "request.size.invalid": () => new A2AError("JSONParse", { message: "The request body was cut off" }),
  "request.aborted": () => new A2AError("JSONParse", { message: "The request body was cut off" }),
  "entity.too.large": () => httpError("PAYLOAD_TOO_LARGE"),
  "encoding.unsupported": () => httpError("UNSUPPORTED_MEDIA_TYPE", "The request body must not be encoded"),
  "charset.unsupported": () => httpError("UNSUPPORTED_MEDIA_TYPE"),
};

/** What became of the body that an error is about; `undefined` for an error that is about none. */
function refusalOf(error: unknown): Incoming["parsed"] {
  if (typeof error !== "object" || error === null) return undefined;
  if (isUndecodable(error)) return refuse(undecodable);
  if (!("type" in error)) return undefined;
  const { type } = error;
  // Text that is JSON all the same, but neither object nor list, is none to a parser that is strict.
  if (type === "entity.parse.failed" && "body" in error) return () => error.body;
  if (typeof type !== "string" || !Object.hasOwn(REFUSALS, type)) return undefined;
  return refuse(REFUSALS[type]);
}

function refuse(refusal: (() => A2AError) | undefined): () => never {
  return () => {
    throw refusal?.();
  };
}

const undecodable = (): A2AError =>
  new A2AError("JSONParse", { message: "The request body is not encoded as it says" });

/** What a parser makes of an error of zlib, whichever the encoding is. */
function isUndecodable(error: object): boolean {
  return "errno" in error && "status" in error && error.status === 400;
}
