import { TransportError } from "@a2akit/protocol";

/**
 * Reads a body as text, at most `limit` bytes (counted after decompression).
 *
 * @throws TransportError when there are more, or they are not UTF-8.
 */
export async function readText(response: Response, limit: number): Promise<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const reader = response.body?.getReader();
  let size = 0;
  let text = "";
  while (reader) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.byteLength;
    if (size > limit) {
      // Not waited for: a source may never answer, and one half of a cloned body waits for the other.
      reader.cancel().catch(() => {});
      throw new TransportError(`The body is larger than ${limit} bytes`, { status: response.status });
    }
    text += decode(decoder, value);
  }
  return text + decode(decoder);
}

/** @throws TransportError with the beginning of the body when it is not JSON, and as readText does. */
export async function readJson(response: Response, limit: number): Promise<unknown> {
  const text = await readText(response, limit);
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
