import { encodeFrame, parseEvents, type ServerSentEvent } from "@a2akit/protocol";

/** Status and headers of a response that gets another body. */
function headOf({ status, statusText, headers }: Response): ResponseInit {
  const changed = new Headers(headers);
  changed.delete("content-length");
  return { status, statusText, headers: changed };
}

export function isEventStream({ headers }: Response): boolean {
  return headers.get("content-type")?.startsWith("text/event-stream") === true;
}

/** The text of an answer, or the data of each event of a stream, changed. */
export async function rewriteText(response: Response, change: (text: string) => string): Promise<Response> {
  if (isEventStream(response)) {
    return rewriteEvents(response, async function* (events) {
      for await (const event of events) yield { ...event, data: change(event.data) };
    });
  }
  const text = await response.text();
  return text === "" ? response : new Response(change(text), headOf(response));
}

/** The JSON of an answer, or of each event of a stream, changed; what is no JSON stays. */
export function rewriteJson(response: Response, change: (value: unknown) => unknown): Promise<Response> {
  return rewriteText(response, (text) => {
    const value = parseJson(text);
    return value === undefined ? text : JSON.stringify(change(value));
  });
}

type ChangeEvents = (events: AsyncIterable<ServerSentEvent>) => AsyncIterable<ServerSentEvent>;

/** The events of a stream, changed; any other answer stays as it is. */
export function rewriteEvents(response: Response, change: ChangeEvents): Response {
  if (!isEventStream(response) || response.body === null) return response;
  const changed = change(parseEvents(response.body));
  return new Response(ReadableStream.from(encoded(changed)), headOf(response));
}

async function* encoded(events: AsyncIterable<ServerSentEvent>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  for await (const { id, data } of events) {
    yield encoder.encode(encodeFrame({ data, ...(id !== undefined && id !== "" && { id }) }));
  }
}

/** The same body under other headers or another status. */
export function rewriteHead(
  response: Response,
  change: (headers: Headers) => void,
  status = response.status,
): Response {
  const headers = new Headers(response.headers);
  change(headers);
  return new Response(response.body, { status, headers });
}

/** Undefined for what is no JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
