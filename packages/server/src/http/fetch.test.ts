import { expect, it } from "vitest";
import { startServer } from "../testing/harness.ts";
import { createPulses, type Watched } from "./pulses.ts";
import { eventStream, PIECE } from "./response.ts";

const open = (frames: AsyncIterable<{ body: number }>, signal = new AbortController().signal) =>
  eventStream(frames, { pulses: createPulses({ keepAlive: 60_000, stall: 20 }), signal, report: () => {} });

/** Endless frames; says when it was left. */
function source() {
  let count = 0;
  let left = false;
  let leave = (): void => {};
  const gone = new Promise<void>((resolve) => {
    leave = resolve;
  });
  const frames: AsyncIterableIterator<{ body: number }> = {
    [Symbol.asyncIterator]() {
      return this;
    },
    next: async () => ({ done: left, value: { body: count++ } }),
    return: async () => {
      left = true;
      leave();
      return { done: true, value: undefined };
    },
  };
  return { frames, gone, count: () => count };
}

it("a reader sets the pace: nothing is read ahead beyond one frame", async () => {
  const { frames, count } = source();
  const reader = open(frames).getReader();
  for (let index = 0; index < 3; index += 1) await reader.read();
  expect(count()).toBeLessThanOrEqual(4);
  await reader.cancel();
});

it("a reader that stalls is dropped, and one that leaves cleans up", async () => {
  const stalled = source();
  const reader = open(stalled.frames).getReader();
  await stalled.gone;
  await expect(reader.closed).rejects.toThrow("stalled");
  const left = source();
  await open(left.frames).cancel();
  await left.gone;
});

it("a reader that takes a large frame piece by piece has not stalled", async () => {
  const looks: (() => void)[] = [];
  const pulses = {
    add: ({ blocked }: Watched) => void looks.push(() => stalls.push(blocked())),
    remove: () => {},
  };
  const stalls: boolean[] = [];
  const text = "x".repeat(4 * PIECE);
  async function* frames() {
    yield { body: text };
  }
  const { signal } = new AbortController();
  const reader = eventStream(frames(), { pulses, signal, report: () => {} }).getReader();
  const look = (): void => looks[0]?.();
  let bytes = 0;
  for (let taken = 0; taken < 4; taken += 1) {
    bytes += (await reader.read()).value?.length ?? 0;
    look();
  }
  expect(stalls).toEqual([false, false, false, false]);
  look();
  expect(stalls.at(-1)).toBe(true);
  for (let step = await reader.read(); !step.done; step = await reader.read()) bytes += step.value.length;
  expect(bytes).toBeGreaterThan(text.length);
});

it("an aborted request ends its stream", async () => {
  const leaving = new AbortController();
  const { frames, gone } = source();
  const reader = open(frames, leaving.signal).getReader();
  await reader.read();
  leaving.abort();
  await gone;
  await expect(reader.closed).rejects.toThrow();
});

it("frames that fail break the stream", async () => {
  // biome-ignore lint/correctness/useYield: reading is what fails
  async function* frames(): AsyncGenerator<never> {
    throw new Error("broken");
  }
  await expect(open(frames()).getReader().read()).rejects.toThrow("broken");
});

it.each<[string, (sink: ReadableStreamDefaultController) => void, object]>([
  [
    "a sender that leaves",
    (sink) => sink.error(new TypeError("terminated")),
    { code: -32700, message: expect.stringContaining("cut off") },
  ],
  [
    "bytes that are no UTF-8",
    (sink) => {
      sink.enqueue(new Uint8Array([0x7b, 0xff]));
      sink.close();
    },
    { code: -32700, message: expect.stringContaining("not UTF-8") },
  ],
  [
    "a letter that ends in the middle",
    (sink) => {
      sink.enqueue(new TextEncoder().encode("\u00e9").slice(0, 1));
      sink.close();
    },
    { code: -32700, message: expect.stringContaining("not UTF-8") },
  ],
  ["a stream of text", (sink) => sink.enqueue("{}"), { code: -32603 }],
])("a body is refused for what is wrong with it: %s", async (_, feed, error) => {
  const { handler, errors, close } = await startServer("fetch", { agent: async () => "never" });
  const request = new Request("http://agent.test/", {
    method: "POST",
    headers: { "content-type": "application/json", "a2a-version": "1.0" },
    body: new ReadableStream({ start: feed }),
    duplex: "half",
  });
  expect(await (await handler.fetch(request)).json()).toMatchObject({ error });
  expect(errors.map(String).filter((text) => !text.includes("something else than bytes"))).toEqual([]);
  expect(errors).toHaveLength("message" in error ? 0 : 1);
  await close();
});
