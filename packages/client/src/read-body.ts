import { createChunkReader, TransportError } from "@a2akit/protocol";

export interface ReadOptions {
  /** Bytes that the body may have, counted after decompression. */
  readonly limit: number;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Reads a body as text.
 *
 * @throws TransportError when it is beyond the limit or not UTF-8; the signal's reason, whatever the body does.
 */
export async function readText(response: Response, { limit, signal }: ReadOptions): Promise<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const reader = response.body ? createChunkReader(response.body, signal) : undefined;
  let size = 0;
  let text = "";
  try {
    while (reader) {
      const { done, value } = await reader.read();
      if (done || !value) break;
      size += value.byteLength;
      if (size > limit) throw new TransportError(`The body is larger than ${limit} bytes`, { status: response.status });
      text += decode(decoder, value);
    }
    return text + decode(decoder);
  } finally {
    reader?.close();
  }
}

/** @throws TransportError with the beginning of the body when it is not JSON, and as readText does. */
export async function readJson(response: Response, options: ReadOptions): Promise<unknown> {
  const text = await readText(response, options);
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new TransportError("The body is not JSON", { status: response.status, body: text, cause });
  }
}

function decode(decoder: InstanceType<typeof TextDecoder>, chunk?: Uint8Array): string {
  try {
    return decoder.decode(chunk, { stream: chunk !== undefined });
  } catch (cause) {
    throw new TransportError("The body is not UTF-8", { cause });
  }
}
