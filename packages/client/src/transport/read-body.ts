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
      // Most bodies come in one piece.
      if (!value) return decoder.decode(chunks.length === 1 ? chunks[0] : await new Blob(chunks).arrayBuffer());
      size += value.byteLength;
      if (size > limit) throw new TransportError(`The body is larger than ${limit} bytes`, { status });
      // No body is read into memory that is shared.
      chunks.push(value as Uint8Array<ArrayBuffer>);
    }
  } catch (cause) {
    throw cause instanceof TypeError ? new TransportError("The body is not UTF-8", { status, cause }) : cause;
  } finally {
    reader.close();
  }
}

/** @throws TransportError with the beginning of the body when it is not JSON, and as readText does. */
export async function readJson(response: Response, limit: number, source: BodySource): Promise<unknown> {
  return parseJson(await readText(response, limit, source), "The body", { status: response.status });
}

/** @throws TransportError with the beginning of the text when it is not JSON. */
export function parseJson(body: string, what: string, { status }: TransportErrorOptions): unknown {
  try {
    return JSON.parse(body);
  } catch (cause) {
    throw new TransportError(`${what} is not JSON`, { status, body, cause });
  }
}
