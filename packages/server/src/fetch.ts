import { A2AError } from "@a2akit/protocol";
import { a2a } from "@a2akit/protocol/dialects/a2a";
import { failure } from "./dispatch.ts";
import type { A2AHandler } from "./handler.ts";
import { httpError } from "./http-errors.ts";
import type { Incoming } from "./incoming.ts";
import { tooLarge } from "./read-body.ts";
import { eventStream } from "./response.ts";

/** What a writer needs of a handler. */
export type Answerer = Pick<A2AHandler, "answer" | "timing">;

/** Several agents under one `fetch`: the first one that has a mount at the path answers, else 404. */
export function createFetch(handlers: readonly Answerer[]): (request: Request) => Promise<Response> {
  return async (request) => {
    const incoming = incomingOf(request);
    const { outcome, timing } = await answerFirst(handlers, incoming);
    const { headers } = outcome;
    if (outcome.kind === "events") return new Response(eventStream(outcome.frames, timing), { headers });
    const { status, body } = outcome;
    return new Response(body === undefined ? null : JSON.stringify(body), { status, headers });
  };
}

/** The outcome of the first handler that has a mount at the path. */
export async function answerFirst(handlers: readonly Answerer[], incoming: Incoming) {
  for (const handler of handlers) {
    const answer = handler.answer(incoming);
    if (answer !== undefined) return { outcome: await answer, timing: handler.timing };
  }
  return { outcome: failure(httpError("NOT_FOUND"), { dialect: a2a }), timing: { keepAlive: 0, stall: 0 } };
}

function incomingOf(request: Request): Incoming {
  const url = new URL(request.url);
  const { headers, method, signal } = request;
  return {
    method,
    path: url.pathname,
    query: url.searchParams,
    origin: url.origin,
    header: (name) => headers.get(name) ?? undefined,
    signal,
    text: (limit) => readText(request.body, limit),
  };
}

async function readText(body: ReadableStream<Uint8Array> | null, limit: number): Promise<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  const reader = body?.getReader();
  let text = "";
  let size = 0;
  try {
    for (;;) {
      const step = await reader?.read();
      if (step === undefined || step.done) return text + decoder.decode();
      size += step.value.byteLength;
      if (size > limit) throw tooLarge(limit);
      text += decoder.decode(step.value, { stream: true });
    }
  } catch (error) {
    reader?.cancel().catch(() => {});
    if (error instanceof TypeError) throw new A2AError("JSONParse", { message: "The request body is not UTF-8" });
    throw error;
  }
}
