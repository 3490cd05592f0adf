import { createChunkReader } from "./chunk-reader.ts";
import { createEventParser, type ServerSentEvent } from "./sse-parser.ts";
import { TransportError } from "./transport-error.ts";

export interface ParseEventsOptions {
  /** Bytes of data that one event may have; default MAX_EVENT_BYTES. */
  readonly maxEventBytes?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Largest event that is read, in bytes: the default body limit of a server. */
export const MAX_EVENT_BYTES = 10 * 1024 * 1024;

/**
 * Reads server-sent events (WHATWG HTML §9.2) from a response body or any source of chunks. An event that the end of the stream cuts off is
 * dropped. Leaving the loop cancels the source.
 *
 * @throws TransportError an event, or a single line, is larger than `maxEventBytes`.
 * @throws the signal's reason when it aborts; what the source throws.
 */
export function parseEvents(
  source: ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>,
  { maxEventBytes = MAX_EVENT_BYTES, signal }: ParseEventsOptions = {},
): AsyncIterableIterator<ServerSentEvent, undefined> {
  const decoder = new TextDecoder();
  const parser = createEventParser(maxEventBytes);
  const reader = createChunkReader(source, signal);
  let events: readonly ServerSentEvent[] = [];
  let taken = 0;
  let ended = false;
  /** The read on which calls of `next` wait. */
  let reading: Promise<void> | undefined;

  async function readOn(): Promise<void> {
    try {
      if (parser.isTooLarge()) throw new TransportError(`A server-sent event is larger than ${maxEventBytes} bytes`);
      const { done, value } = await reader.read();
      if (done || ended) return end();
      events = parser.push(decoder.decode(value, { stream: true }));
      taken = 0;
    } catch (error) {
      end();
      throw error;
    } finally {
      reading = undefined;
    }
  }

  function end(): void {
    ended = true;
    events = [];
    reader.close();
  }

  function take(): IteratorResult<ServerSentEvent, undefined> {
    const value = events[taken++];
    return value === undefined ? { done: true, value } : { done: false, value };
  }

  async function wait(): Promise<IteratorResult<ServerSentEvent, undefined>> {
    while (taken >= events.length && !ended) {
      reading ??= readOn();
      await reading;
    }
    return take();
  }

  return {
    // An async generator would cost twice as much per event as this does, and most events are there already.
    next: () => (taken < events.length ? Promise.resolve(take()) : wait()),
    async return() {
      end();
      return { done: true, value: undefined };
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}
