import { expect, test } from "vitest";
import { formatExtensions, parseExtensions } from "./extensions.ts";

test.each([
  [undefined, []],
  [null, []],
  ["", []],
  ["urn:a", ["urn:a"]],
  ["urn:a, urn:b,urn:a ,, ", ["urn:a", "urn:b"]],
])("%j lists %j", (header, want) => {
  expect(parseExtensions(header)).toEqual(want);
});

test("a list is written once each and read back", () => {
  expect(formatExtensions(["urn:a", "urn:b", "urn:a"])).toBe("urn:a, urn:b");
  expect(parseExtensions(formatExtensions(["urn:a", "urn:b"]))).toEqual(["urn:a", "urn:b"]);
});
