import { expect, it } from "vitest";
import { jsonSize } from "./json-size.ts";

it.each([
  "plain",
  "größer €uro 🦆",
  { a: [1, "x", { b: "y" }], c: "ü" },
  [],
  { parts: Array.from({ length: 50 }, (_, index) => ({ text: `chunk ${index}` })) },
])("is close to the characters on the wire: %j", (value) => {
  const { length } = JSON.stringify(value);
  expect(jsonSize(value)).toBeGreaterThanOrEqual(length);
  expect(jsonSize(value)).toBeLessThanOrEqual(length * 1.2 + 10);
});

it("counts nothing for what is not there", () => {
  expect(jsonSize({ a: undefined })).toBe(jsonSize({}));
});
