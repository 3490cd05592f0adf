import type { IncomingMessage, ServerResponse } from "node:http";
import { a2a } from "@a2akit/protocol/dialects/a2a";
import type { JsonOutcome } from "../call-context.ts";
import { failure } from "../dispatch.ts";
import type { Answerer } from "../fetch.ts";
import { httpError } from "../http-errors.ts";
import { bodyText } from "../response.ts";
import { endLingering } from "./end-lingering.ts";
import { awaitsContinue, incomingOf } from "./node-incoming.ts";
import { writeEvents } from "./write-events.ts";

/** A listener for `http.createServer`; with `next` (Connect, Express) it leaves paths that are not its own to others. */
export type NodeListener = (request: IncomingMessage, response: ServerResponse, next?: () => void) => void;

/**
 * One or several agents as a listener of node:http or node:https: the first one that has a mount at the path answers. It
 * makes no Request, Response or Headers objects.
 */
export function createNodeListener(handlers: Answerer | readonly Answerer[]): NodeListener {
  const all: readonly Answerer[] = "answer" in handlers ? [handlers] : handlers;
  return (request, response, next) => {
    const incoming = incomingOf(request, response);
    for (const handler of all) {
      const answer = handler.answer(incoming);
      if (answer === undefined) continue;
      answer
        .then((outcome) =>
          outcome.kind === "events"
            ? writeEvents(outcome, response, handler.pulses)
            : writeJson(outcome, { request, response, report: handler.report }),
        )
        .catch((error) => {
          handler.report(error);
          response.destroy();
        });
      return;
    }
    if (next !== undefined) next();
    else writeJson(failure(httpError("NOT_FOUND"), { dialect: a2a }), { request, response });
  };
}

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly report?: Answerer["report"];
}

function writeJson({ status, headers, body }: JsonOutcome, { request, response, report }: Exchange): void {
  if (response.destroyed) return;
  const text = body === undefined ? undefined : bodyText(body, report);
  const length = text === undefined ? {} : { "content-length": Buffer.byteLength(text) };
  // The rest of such a request may never come, or must not be read for the sake of the next one.
  const unread = !request.complete && (status === 413 || awaitsContinue(request));
  response.writeHead(status, unread ? { ...headers, ...length, connection: "close" } : { ...headers, ...length });
  if (unread && text !== undefined) endLingering(request, response, text);
  else response.end(text);
}
