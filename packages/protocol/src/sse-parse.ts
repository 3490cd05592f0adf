import { readChunks } from "./read-chunks.ts";
import { TransportError } from "./transport-error.ts";

export interface ServerSentEvent {
  readonly data: string;
  /** The last event id: that of this event or, where it has none, of one before it. */
  readonly id?: string;
  readonly event?: string;
}

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
export async function* parseEvents(
  source: ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>,
  { maxEventBytes = MAX_EVENT_BYTES, signal }: ParseEventsOptions = {},
): AsyncGenerator<ServerSentEvent, void, undefined> {
  const decoder = new TextDecoder();
  const parse = createParser(maxEventBytes);
  for await (const chunk of readChunks(source, signal)) {
    for (const event of parse(decoder.decode(chunk, { stream: true }))) yield event;
  }
}

/** Takes the text of a stream piece by piece and yields the events that each piece completes. */
function createParser(maxEventBytes: number): (piece: string) => Iterable<ServerSentEvent> {
  let endedInCr = false;
  let line = "";
  let data: string | undefined;
  let id = "";
  let event = "";

  function check(bytes: number): void {
    if (bytes > maxEventBytes) throw new TransportError(`A server-sent event is larger than ${maxEventBytes} bytes`);
  }

  function takeField(): void {
    const colon = line.indexOf(":");
    const name = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? "" : line.slice(line[colon + 1] === " " ? colon + 2 : colon + 1);
    if (name === "data") {
      data = data === undefined ? value : `${data}\n${value}`;
      // A character has at least one byte; the exact count comes when the event is complete.
      check(data.length);
    } else if (name === "event") event = value;
    else if (name === "id" && !value.includes("\0")) id = value;
  }

  function takeEvent(): ServerSentEvent | undefined {
    const taken = data === undefined ? undefined : { data, ...(id !== "" && { id }), ...(event !== "" && { event }) };
    if (taken !== undefined && taken.data.length * 3 > maxEventBytes)
      check(new TextEncoder().encode(taken.data).length);
    data = undefined;
    event = "";
    return taken;
  }

  return function* parse(piece) {
    if (piece === "") return;
    // CRLF and CR become LF; a CR at the end of one piece and an LF at the beginning of the next are one line break.
    let text = endedInCr && piece.startsWith("\n") ? piece.slice(1) : piece;
    endedInCr = piece.endsWith("\r");
    if (text.includes("\r")) text = text.replace(/\r\n?/g, "\n");
    let from = 0;
    for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n", from)) {
      line += text.slice(from, end);
      from = end + 1;
      const taken = line === "" ? takeEvent() : takeField();
      line = "";
      if (taken) yield taken;
    }
    // Only new text is searched and the line grows as a rope, so an event in many chunks costs no more than its size.
    line += text.slice(from);
    check(line.length - "data: ".length);
  };
}
