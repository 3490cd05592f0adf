import { encodeFrame, parseEvents } from "@a2akit/protocol";
import { isFields } from "./changes.ts";
import type { Asked, Fault, Head, Sent } from "./defect.ts";

type Fetch = (path: string, init?: RequestInit) => Promise<Response>;

/** `fetch` with a fault in it; without one it is `fetch` itself. */
export function tap(fetch: Fetch, fault: Fault): Fetch {
  if (!(fault.ask || fault.answer || fault.stream || fault.head)) return fetch;
  return async (path, init = {}) => {
    const asked = read(init);
    const changed = asked && fault.ask?.(asked);
    const response = await fetch(
      path,
      changed ? { ...init, headers: changed.headers, body: JSON.stringify(changed.body) } : init,
    );
    return change(response, fault);
  };
}

function read({ headers, body }: RequestInit): Asked | undefined {
  if (typeof body !== "string") return undefined;
  try {
    const value: unknown = JSON.parse(body);
    return isFields(value) ? { headers: Object.fromEntries(new Headers(headers)), body: value } : undefined;
  } catch {
    return undefined;
  }
}

async function change(response: Response, fault: Fault): Promise<Response> {
  const headers = new Headers(response.headers);
  headers.delete("content-length");
  const head: Head = { status: response.status, headers };
  const init = fault.head?.(head) ?? head;
  if (headers.get("content-type")?.startsWith("text/event-stream") && response.body) {
    return new Response(stream(response.body, fault), init);
  }
  const text = await response.text();
  if (text === "") return new Response(null, init);
  return new Response(fault.answer ? JSON.stringify(fault.answer(JSON.parse(text))) : text, init);
}

function stream(body: ReadableStream<Uint8Array>, fault: Fault): ReadableStream<Uint8Array> {
  const events = sent(body, fault);
  return ReadableStream.from(encode(fault.stream?.(events) ?? events));
}

async function* sent(body: ReadableStream<Uint8Array>, { answer }: Fault): AsyncGenerator<Sent> {
  for await (const { id, data } of parseEvents(body)) {
    const envelope: Sent["data"] = JSON.parse(data);
    yield { id, data: answer ? JSON.parse(JSON.stringify(answer(envelope))) : envelope };
  }
}

async function* encode(events: AsyncIterable<Sent>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  for await (const { id, data } of events) {
    yield encoder.encode(encodeFrame({ data: JSON.stringify(data), ...(id === undefined ? {} : { id }) }));
  }
}
