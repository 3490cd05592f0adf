import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";

/**
 * The bytes of a file, or undefined when there are more than `limit`. Devices and pipes have no size that could be looked at before: of them, too, no
 * more than that is taken.
 */
export async function readLimited(path: string, limit: number): Promise<Buffer | undefined> {
  const { size } = await stat(path);
  if (size > limit) return undefined;
  const chunks: Buffer[] = [];
  // `end` is the last byte that is read: one beyond the limit tells that there is more.
  for await (const chunk of createReadStream(path, { end: limit })) chunks.push(chunk);
  const bytes = Buffer.concat(chunks);
  return bytes.byteLength > limit ? undefined : bytes;
}
