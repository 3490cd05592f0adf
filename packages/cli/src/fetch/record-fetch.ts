import type { Fetch } from "@a2akit/client";

/** A `fetch` that keeps the body of the last answer as it was read: what was served, not what was made of it. */
export interface RecordingFetch {
  readonly fetch: Fetch;
  /** The JSON of it; undefined where it is none. */
  json(): unknown;
}

export function recordFetch(fetch: Fetch): RecordingFetch {
  let chunks: Uint8Array[] = [];
  return {
    async fetch(request) {
      const response = await fetch(request);
      chunks = [];
      const kept = chunks;
      if (!response.body) return response;
      const copy = new Response(
        tap(response.body, (chunk) => kept.push(chunk)),
        response,
      );
      // Relative URLs of a card are resolved against it; a Response that is made by hand has none.
      Object.defineProperty(copy, "url", { value: response.url });
      return copy;
    },
    json: () => parseJson(Buffer.concat(chunks).toString("utf8")),
  };
}

/** The same body, told of as it is read. By hand: a TransformStream costs as much as all else that is done with a card. */
function tap(body: ReadableStream<Uint8Array>, tell: (chunk: Uint8Array) => void): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  return new ReadableStream({
    async pull(controller) {
      const { value } = await reader.read();
      if (value === undefined) return controller.close();
      tell(value);
      controller.enqueue(value);
    },
    cancel: (reason) => reader.cancel(reason),
  });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
