import type { ServerResponse } from "node:http";
import { PassThrough } from "node:stream";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Frame } from "../call-context.ts";
import { createPulses } from "../http/pulses.ts";
import { frameText, PIECE } from "../http/response.ts";
import { writeEvents } from "./write-events.ts";

const KEEP_ALIVE = 1_000;
const FRAME: Frame = { body: "x".repeat(3 * PIECE) };

beforeEach(() => vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] }));
afterEach(() => vi.useRealTimers());

async function* frames(): AsyncGenerator<Frame> {
  yield FRAME;
}

it("sends no comment in the midst of a frame, however long its pieces take", async () => {
  // Middleware that holds one piece at a time, on a connection that is free.
  const stream = new PassThrough({ highWaterMark: 1 });
  const response = Object.assign(stream, { writeHead: () => {}, flushHeaders: () => {} });
  Object.defineProperty(response, "writableNeedDrain", { value: false });
  const pulses = createPulses({ keepAlive: KEEP_ALIVE, stall: 60_000 });
  writeEvents({ kind: "events", headers: {}, frames: frames() }, response as unknown as ServerResponse, {
    pulses,
    report: (error) => expect(error).toBeUndefined(),
  });
  await new Promise(setImmediate);
  vi.advanceTimersByTime(2 * KEEP_ALIVE);
  let text = "";
  for await (const piece of stream) text += piece;
  expect(text).toBe(frameText(FRAME));
});
