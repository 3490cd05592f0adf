import { expect, it } from "vitest";
import { jsonLength, jsonSize } from "./json-size.ts";

it.each([
  "plain",
  "größer €uro 🦆",
  { a: [1, "x", { b: "y" }], c: "ü" },
  [],
  { parts: Array.from({ length: 50 }, (_, index) => ({ text: `chunk ${index}` })) },
])("is close to the bytes on the wire: %j", (value) => {
  const bytes = new TextEncoder().encode(JSON.stringify(value)).length;
  expect(jsonSize(value)).toBeGreaterThanOrEqual(bytes);
  expect(jsonSize(value)).toBeLessThanOrEqual(bytes * 1.2 + 10);
  const { length } = JSON.stringify(value);
  expect(jsonLength(value)).toBeGreaterThanOrEqual(length);
  expect(jsonLength(value)).toBeLessThanOrEqual(length * 1.2 + 10);
});

it("counts nothing for what is not there", () => {
  expect(jsonSize({ a: undefined })).toBe(jsonSize({}));
});
