import type { IncomingMessage, ServerResponse } from "node:http";
import { unref } from "../timers.ts";

/** Bytes that are thrown away after an answer, and milliseconds for which they are waited for. */
const MAX_BYTES = 64 * 1024 * 1024;
const MAX_TIME = 5_000;

/**
 * Ends an answer that did not wait for its whole request. A connection that is closed while data comes in is reset, and the
 * client may lose the answer with it (RFC 9112 §9.6): the rest is read and thrown away, within bounds. The answer needs a
 * content-length, by which the client knows that it is complete.
 */
export function endLingering(request: IncomingMessage, response: ServerResponse, text: string): void {
  let left = MAX_BYTES;
  const timer = setTimeout(end, MAX_TIME);
  unref(timer);
  function end(): void {
    clearTimeout(timer);
    response.end();
  }
  response.write(text);
  request.on("data", (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) end();
  });
  request.once("end", end);
  request.once("close", end);
  request.resume();
}
