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
      const tap = new TransformStream<Uint8Array, Uint8Array>({
        transform(chunk, controller) {
          kept.push(chunk);
          controller.enqueue(chunk);
        },
      });
      if (!response.body) return response;
      const copy = new Response(response.body.pipeThrough(tap), response);
      // Relative URLs of a card are resolved against it; a Response that is made by hand has none.
      Object.defineProperty(copy, "url", { value: response.url });
      return copy;
    },
    json: () => parseJson(Buffer.concat(chunks).toString("utf8")),
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
