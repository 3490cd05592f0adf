import { expect, test } from "vitest";
import { messageOf, reasonOf } from "./message-of.ts";

test("anything may be thrown", () => {
  expect([messageOf(new Error("No")), messageOf("text"), messageOf(undefined)]).toEqual(["No", "text", "undefined"]);
});

test.each([
  ["Not a host or URL: x", "not a host or URL: x"],
  ["A secret is too short", "a secret is too short"],
  ["GetTask was answered with a stream", "GetTask was answered with a stream"],
  ["HTTP 404", "HTTP 404"],
  ["ENOENT: no such file", "ENOENT: no such file"],
  ["--jwks: none", "--jwks: none"],
])("%j after a colon", (message, want) => {
  expect(reasonOf(new Error(message))).toBe(want);
});
