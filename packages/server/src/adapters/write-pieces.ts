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
  for (const piece of text.length > PIECE ? piecesOf(Buffer.from(text)) : [text]) {
    writeNow(piece, response);
    await drained(response);
    watched.stalled = 0;
  }
}

export function writeNow(piece: string | Uint8Array, response: Flushable): void {
  if (piece === "" || response.destroyed) return;
  response.write(piece);
  if (typeof response.flush === "function") response.flush();
}

function* piecesOf(bytes: Uint8Array): Generator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += PIECE) yield bytes.subarray(start, start + PIECE);
}

/** Resolves when the reader takes more, or left. */
function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    if (response.destroyed || !response.writableNeedDrain) {
      setImmediate(resolve);
      return;
    }
    const resume = (): void => {
      response.off("drain", resume);
      response.off("close", resume);
      resolve();
    };
    response.on("drain", resume);
    response.on("close", resume);
  });
}
