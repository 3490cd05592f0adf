import type { IncomingMessage, ServerResponse } from "node:http";
import type { Answerer } from "../http/fetch.ts";
import { notFound } from "../http/not-found.ts";
import { connectIncoming, incomingOf } from "./node-incoming.ts";
import { writeJson, writeOutcome } from "./write-outcome.ts";

/** A listener for `http.createServer`; with `next` (Connect) it leaves paths that are not its own to others. */
export type NodeListener = (request: IncomingMessage, response: ServerResponse, next?: () => void) => void;

/**
 * One or several agents as a listener of node:http or node:https: the first one that has a mount at the path answers. It
 * makes no Request, Response or Headers objects. A body that a middleware has read is taken from `request.body`.
 */
export function createNodeListener(handlers: Answerer | readonly Answerer[]): NodeListener {
  const all: readonly Answerer[] = "answer" in handlers ? [handlers] : handlers;
  return (request, response, next) => {
    const incoming = next === undefined ? incomingOf(request, response) : connectIncoming(request, response);
    for (const handler of all) {
      const answer = handler.answer(incoming);
      if (answer !== undefined) return void writeOutcome(answer, handler, { request, response });
    }
    if (next !== undefined) next();
    else void writeJson(notFound(all, incoming), { request, response });
  };
}
