import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http";
import type { JsonOutcome, Outcome } from "../call-context.ts";
import type { Answerer } from "../http/fetch.ts";
import type { Pulses, Watched } from "../http/pulses.ts";
import { bodyText, PIECE } from "../http/response.ts";
import { endLingering } from "./end-lingering.ts";
import { joinVary } from "./join-vary.ts";
import { awaitsContinue } from "./node-incoming.ts";
import { writeEvents } from "./write-events.ts";
import { writePieces } from "./write-pieces.ts";

export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** Writes what a handler answers. Never rejects: what cannot be written is reported, and the connection closed. */
export async function writeOutcome(outcome: Promise<Outcome>, handler: Answerer, exchange: Exchange): Promise<void> {
  try {
    const found = await outcome;
    if (found.kind === "json") await writeJson(found, exchange, handler);
    else writeEvents(found, exchange.response, handler);
  } catch (error) {
    handler.report(error);
    exchange.response.destroy();
  }
}

type Writing = Partial<Pick<Answerer, "pulses" | "report">>;

/** Resolves when the answer is on its way; a large one when it was taken, or its reader was dropped. */
export function writeJson(
  outcome: JsonOutcome,
  { request, response }: Exchange,
  { pulses, report }: Writing = {},
): Promise<void> | undefined {
  if (response.destroyed) return undefined;
  const { status, body } = outcome;
  const headers = joinVary(outcome.headers, response.getHeader("vary"));
  const text = body === undefined ? undefined : bodyText(body, report);
  const unread = leavesUnread(outcome, request);
  const head: OutgoingHttpHeaders = { ...headers };
  if (text !== undefined) head["content-length"] = Buffer.byteLength(text);
  if (unread) head.connection = "close";
  response.writeHead(status, head);
  if (unread && text !== undefined) endLingering(request, response, text);
  else if (text !== undefined && text.length > PIECE && pulses !== undefined) return writeLarge(text, response, pulses);
  else response.end(text);
  return undefined;
}

/** A reader that takes nothing must not keep it in memory for ever. */
async function writeLarge(text: string, response: ServerResponse, pulses: Pulses): Promise<void> {
  const watched: Watched = {
    silent: 0,
    stalled: 0,
    blocked: () => response.writableNeedDrain,
    ping: () => {},
    drop: () => void response.destroy(),
  };
  pulses.add(watched);
  await writePieces(text, response, watched);
  pulses.remove(watched);
  response.end();
}

/** The rest of such a request may never come, or must not be read for the sake of the next one. */
export function leavesUnread({ status }: Pick<JsonOutcome, "status">, request: IncomingMessage): boolean {
  return !request.complete && (status === 413 || awaitsContinue(request));
}
