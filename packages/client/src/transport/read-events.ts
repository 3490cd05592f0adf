import type { ServerSentEvent } from "@a2akit/protocol";
import type { StreamResponse } from "@a2akit/types";
import { type Exchange, readResult } from "./read-result.ts";
import type { StreamEvent } from "./transport.ts";

/** What server-sent events say, by what arrives together; of comments nothing is said. An error ends them, after what came before it. */
export async function* readEvents(
  batches: AsyncIterable<readonly ServerSentEvent[]>,
  exchange: Exchange,
): AsyncGenerator<readonly StreamEvent[], undefined> {
  for await (const batch of batches) {
    const events: StreamEvent[] = [];
    try {
      for (const { data, id } of batch) {
        const read = readResult(data, "An event of the stream", exchange);
        // The result of every streaming method is a StreamResponse.
        const value = (read instanceof Promise ? await read : read) as StreamResponse;
        events.push(id === undefined ? { value } : { id, value });
      }
    } finally {
      if (events[0]) yield events;
    }
  }
}
