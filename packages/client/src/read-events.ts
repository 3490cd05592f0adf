import { decodeResult, parseResponse, type ServerSentEvent } from "@a2akit/protocol";
import type { Method, StreamResponse } from "@a2akit/types";
import { parseJson } from "./read-body.ts";
import type { StreamEvent } from "./transport.ts";

interface Exchange {
  readonly method: Method;
  /** Of the request. */
  readonly id: number;
  /** Of the response. */
  readonly status: number;
}

/** What server-sent events say, by what arrives together. An error ends them, after what came before it. */
export async function* readEvents(
  batches: AsyncIterable<readonly ServerSentEvent[]>,
  exchange: Exchange,
): AsyncGenerator<Iterable<StreamEvent>, undefined> {
  for await (const batch of batches) yield readBatch(batch, exchange);
}

function* readBatch(batch: readonly ServerSentEvent[], { method, id, status }: Exchange): Iterable<StreamEvent> {
  for (const event of batch) {
    const answer = parseJson(event.data, { what: "An event of the stream", status });
    // The result of every streaming method is a StreamResponse.
    const value = decodeResult(method, parseResponse(answer, id, { status })) as StreamResponse;
    yield event.id === undefined ? { value } : { id: event.id, value };
  }
}
