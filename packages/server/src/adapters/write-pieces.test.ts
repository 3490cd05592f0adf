import type { ServerResponse } from "node:http";
import { PassThrough } from "node:stream";
import { expect, it } from "vitest";
import { PIECE } from "../http/response.ts";
import { writePieces } from "./write-pieces.ts";

/** A response that holds one piece at a time, and its reader. */
function narrow() {
  const stream = new PassThrough({ highWaterMark: 1 });
  return { stream, response: stream as unknown as ServerResponse };
}
/** An odd number of bytes, so that pieces end within characters. */
const TEXT = `x${"😀".repeat(PIECE)}`;

it("writes the next piece when the one before was taken, and takes that for a sign of life", async () => {
  const { stream, response } = narrow();
  const watched = { stalled: 0 };
  const written = writePieces(TEXT, response, watched);
  let bytes = Buffer.alloc(0);
  while (bytes.length < Buffer.byteLength(TEXT)) {
    expect(stream.readableLength + stream.writableLength).toBeLessThanOrEqual(2 * PIECE);
    watched.stalled = 1;
    const piece: Buffer = stream.read() ?? (await new Promise((resolve) => stream.once("data", resolve)));
    bytes = Buffer.concat([bytes, piece]);
    stream.pause();
    await new Promise(setImmediate);
    expect(watched.stalled).toBe(0);
  }
  await written;
  expect(bytes.toString()).toBe(TEXT);
});

it("writes no more to a reader that left", async () => {
  const { stream, response } = narrow();
  const written = writePieces(TEXT, response, { stalled: 0 });
  stream.destroy();
  await written;
  expect(stream.writableLength).toBeLessThanOrEqual(PIECE);
});

it("heeds the stream of middleware that takes the pieces, whatever the connection does", async () => {
  const { stream, response } = narrow();
  // Room for the last piece, which is small, but not for two.
  const middleware = new PassThrough({ highWaterMark: PIECE });
  Object.assign(response, {
    write: (piece: Uint8Array) => middleware.write(piece),
    on: (name: string, listener: () => void) => middleware.on(name, listener),
  });
  Object.defineProperty(response, "writableNeedDrain", { value: true });
  const taken: Buffer[] = [];
  middleware.on("data", (piece: Buffer) => taken.push(piece));
  const text = "x".repeat(12 * PIECE + 1);
  await writePieces(text, response, { stalled: 0 });
  middleware.end();
  await new Promise((resolve) => middleware.on("end", resolve));
  expect(Buffer.concat(taken).toString()).toBe(text);
  expect(middleware.listenerCount("drain")).toBe(1);
  expect(stream.listenerCount("drain")).toBe(0);
});
