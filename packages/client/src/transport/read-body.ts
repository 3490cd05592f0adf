import { TransportError, type TransportErrorOptions } from "@a2akit/protocol";
import { type BodySource, openBody } from "./connection.ts";

const decoder = /*@__PURE__*/ new TextDecoder("utf-8", { fatal: true });

/**
 * Reads a body as text.
 *
 * @param limit bytes that it may have, counted after decompression
 * @throws TransportError when it is beyond the limit, not UTF-8, or breaks off; the signal's reason, whatever the body does.
 */
export async function readText(response: Response, limit: number, source: BodySource): Promise<string> {
  const { status } = response;
  const reader = openBody(response, source);
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  try {
    for (;;) {
      const { value } = await reader.read();
      if (!value) break;
      size += value.byteLength;
      if (size > limit) throw new TransportError(`The body is larger than ${limit} bytes`, { status });
      // No body is read into memory that is shared.
      chunks.push(value as Uint8Array<ArrayBuffer>);
    }
  } finally {
    reader.close();
  }
  // Most bodies come in one piece.
  const bytes = chunks.length === 1 ? chunks[0] : await new Blob(chunks).arrayBuffer();
  try {
    return decoder.decode(bytes);
  } catch (cause) {
    throw new TransportError("The body is not UTF-8", { status, cause });
  }
}

/** @throws TransportError with the beginning of the text when it is not JSON. */
export function parseJson(
  body: string,
  what: string,
  { status, retryAfter }: Pick<TransportErrorOptions, "status" | "retryAfter">,
): unknown {
  try {
    return JSON.parse(body);
  } catch (cause) {
    throw new TransportError(`${what} is not JSON`, { status, retryAfter, body, cause });
  }
}
