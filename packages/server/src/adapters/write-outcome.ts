import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http";
import type { JsonOutcome, Outcome } from "../call-context.ts";
import type { Answerer } from "../http/fetch.ts";
import { bodyText } from "../http/response.ts";
import { endLingering } from "./end-lingering.ts";
import { joinVary } from "./join-vary.ts";
import { awaitsContinue } from "./node-incoming.ts";
import { writeEvents } from "./write-events.ts";

export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** Writes what a handler answers. Never rejects: what cannot be written is reported, and the connection closed. */
export async function writeOutcome(outcome: Promise<Outcome>, handler: Answerer, exchange: Exchange): Promise<void> {
  try {
    const found = await outcome;
    if (found.kind === "json") writeJson(found, exchange, handler.report);
    else writeEvents(found, exchange.response, handler);
  } catch (error) {
    handler.report(error);
    exchange.response.destroy();
  }
}

export function writeJson(outcome: JsonOutcome, { request, response }: Exchange, report?: Answerer["report"]): void {
  if (response.destroyed) return;
  const { status, body } = outcome;
  const headers = joinVary(outcome.headers, response.getHeader("vary"));
  const text = body === undefined ? undefined : bodyText(body, report);
  const unread = leavesUnread(outcome, request);
  const head: OutgoingHttpHeaders = { ...headers };
  if (text !== undefined) head["content-length"] = Buffer.byteLength(text);
  if (unread) head.connection = "close";
  response.writeHead(status, head);
  if (unread && text !== undefined) endLingering(request, response, text);
  else response.end(text);
}

/** The rest of such a request may never come, or must not be read for the sake of the next one. */
export function leavesUnread({ status }: Pick<JsonOutcome, "status">, request: IncomingMessage): boolean {
  return !request.complete && (status === 413 || awaitsContinue(request));
}
