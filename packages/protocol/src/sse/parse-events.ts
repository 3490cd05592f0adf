import { TransportError } from "../transport-error.ts";
import { type ChunkReader, createChunkReader } from "./chunk-reader.ts";
import { createEventParser, type ServerSentEvent } from "./event-parser.ts";

export interface ParseEventsOptions {
  /** Bytes of data that one event may have; default MAX_EVENT_BYTES. */
  readonly maxEventBytes?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Largest event that is read, in bytes: the default body limit of a server. */
export const MAX_EVENT_BYTES = 10 * 1024 * 1024;

/**
 * Reads server-sent events (WHATWG HTML §9.2) from a response body. An event that the end of the stream cuts off is dropped. Leaving the loop
 * cancels the stream.
 *
 * @throws TransportError an event, or a single line, is larger than `maxEventBytes`.
 * @throws the signal's reason when it aborts; what the stream throws.
 */
export async function* parseEvents(
  stream: ReadableStream<Uint8Array>,
  { maxEventBytes, signal }: ParseEventsOptions = {},
): AsyncGenerator<ServerSentEvent, undefined> {
  for await (const events of readBatches(createChunkReader(stream, signal), maxEventBytes)) yield* events;
}

/** The same, by what arrives together: most of what a long stream costs is waiting for one event after the other. */
export async function* readBatches(
  reader: ChunkReader,
  maxEventBytes = MAX_EVENT_BYTES,
): AsyncGenerator<readonly ServerSentEvent[], undefined> {
  const decoder = new TextDecoder();
  const parser = createEventParser(maxEventBytes);
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield parser.push(decoder.decode(value, { stream: true }));
      if (parser.isTooLarge()) throw new TransportError(`A server-sent event is larger than ${maxEventBytes} bytes`);
    }
  } finally {
    reader.close();
  }
}
