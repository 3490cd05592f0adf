import { describe, expect, it } from "vitest";
import { createFrameCounter } from "./frame-counter.ts";

const stream = 'data: {"a":1}\n\nid: 7\ndata: {"b":2}\n\n: waiting\n\ndata: half';

describe("createFrameCounter", () => {
  it.each([1, 2, 3, 7, 1_000])("counts whole frames, however the bytes arrive (%i at a time)", (size) => {
    const counter = createFrameCounter();
    const bytes = Buffer.from(stream);
    for (let from = 0; from < bytes.length; from += size) counter.push(bytes.subarray(from, from + size));
    expect(counter.frames).toBe(3);
    expect(counter.tail).toBe(stream);
  });

  it("keeps only the end", () => {
    const counter = createFrameCounter();
    counter.push(Buffer.from(`${"x".repeat(5_000)}END`));
    expect(counter.tail).toMatch(/^x{1021}END$/);
  });
});
