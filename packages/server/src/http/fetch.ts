import { A2AError } from "@a2akit/protocol";
import type { JsonOutcome, Outcome } from "../call-context.ts";
import type { A2AHandler } from "../handler.ts";
import type { Incoming } from "./incoming.ts";
import { notFound } from "./not-found.ts";
import { tooLarge } from "./read-body.ts";
import { bodyText, eventStream } from "./response.ts";

/** What a writer needs of a handler. */
export type Answerer = Pick<A2AHandler, "answer" | "share" | "pulses" | "report">;

/** Several agents under one `fetch`: the first one that has a mount at the path answers, else 404. */
export function createFetch(handlers: readonly Answerer[]): (request: Request) => Promise<Response> {
  return async (request) => {
    const incoming = incomingOf(request);
    for (const handler of handlers) {
      const answer = handler.answer(incoming);
      if (answer !== undefined) return responseOf(await answer, handler, request.signal);
    }
    return jsonResponse(notFound(handlers, incoming));
  };
}

function responseOf(outcome: Outcome, { pulses, report }: Answerer, signal: AbortSignal): Response {
  if (outcome.kind === "json") return jsonResponse(outcome, report);
  return new Response(eventStream(outcome.frames, { pulses, report, signal }), { headers: outcome.headers });
}

function jsonResponse({ status, headers, body }: JsonOutcome, report?: Answerer["report"]): Response {
  return new Response(body === undefined ? null : bodyText(body, report), { status, headers });
}

function incomingOf(request: Request): Incoming {
  const url = new URL(request.url);
  const { headers, method, signal } = request;
  return {
    method,
    path: url.pathname,
    query: url.searchParams,
    origin: () => url.origin,
    header: (name) => headers.get(name) ?? undefined,
    signal: () => signal,
    text: (limit) => readText(request.body, limit),
    parsed: request.bodyUsed ? gone : undefined,
  };
}

function gone(): never {
  throw new Error("The body of the Request was read before it came here: pass a clone, made before that");
}

async function readText(body: ReadableStream<Uint8Array> | null, limit: number): Promise<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  const reader = body?.getReader();
  let text = "";
  let size = 0;
  try {
    for (;;) {
      const step = await reader?.read().catch(cutOff);
      if (step === undefined || step.done) return text + decode(decoder);
      if (!ArrayBuffer.isView(step.value))
        throw new TypeError("The body of the Request gives something else than bytes");
      size += step.value.byteLength;
      if (size > limit) throw tooLarge(limit);
      text += decode(decoder, step.value);
    }
  } catch (error) {
    reader?.cancel().catch(() => {});
    throw error;
  }
}

/** The next piece of the text; without bytes, the end of it. */
function decode(decoder: InstanceType<typeof TextDecoder>, bytes?: Uint8Array): string {
  try {
    return decoder.decode(bytes, { stream: bytes !== undefined });
  } catch {
    throw new A2AError("JSONParse", { message: "The request body is not UTF-8" });
  }
}

function cutOff(): never {
  throw new A2AError("JSONParse", { message: "The request body was cut off" });
}
