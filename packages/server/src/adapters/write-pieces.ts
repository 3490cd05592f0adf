import type { ServerResponse } from "node:http";
import type { Watched } from "../http/pulses.ts";
import { PIECE } from "../http/response.ts";

/** Compression middleware that heeds no `no-transform` holds frames back until it is told. */
type Flushable = ServerResponse & { flush?(): unknown };

/**
 * Writes a text piece by piece, each when the one before it was taken: a slow reader of a large text is not one that takes nothing. Resolves when
 * the last piece was taken, or the reader left; at the earliest in the next turn, so that others get theirs.
 */
export async function writePieces(text: string, response: Flushable, watched: Pick<Watched, "stalled">): Promise<void> {
  let resume = (): void => {};
  const wake = (): void => resume();
  // Once for all pieces: compression middleware hands them on to a stream of its own, and `off` does not take them back.
  response.on("drain", wake);
  response.on("close", wake);
  for (const piece of text.length > PIECE ? piecesOf(Buffer.from(text)) : [text]) {
    const hasRoom = writeNow(piece, response);
    await new Promise<void>((resolve) => {
      resume = resolve;
      if (hasRoom || response.destroyed) setImmediate(resolve);
    });
    watched.stalled = 0;
  }
  response.off("drain", wake);
  response.off("close", wake);
}

/**
 * False where a "drain" tells when there is room for more. Only what `write` returns goes with that event: through compression middleware,
 * both are of its stream, and `writableNeedDrain` of the connection.
 */
export function writeNow(piece: string | Uint8Array, response: Flushable): boolean {
  if (piece === "" || response.destroyed) return true;
  const hasRoom = response.write(piece) !== false;
  if (typeof response.flush === "function") response.flush();
  return hasRoom;
}

function* piecesOf(bytes: Uint8Array): Generator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += PIECE) yield bytes.subarray(start, start + PIECE);
}
