import { expect, test } from "vitest";
import { messageOf, reasonOf, reasonOfSystem } from "./message-of.ts";

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

test.each([
  ["ENOENT: no such file or directory, open '/a, b/c'", "no such file or directory"],
  ["EAGAIN: resource temporarily unavailable, read", "resource temporarily unavailable"],
  ["ENOSPC: no space left on device", "no space left on device"],
  ["listen EADDRINUSE", "listen EADDRINUSE"],
  ["Other", "Other"],
])("%j of the operating system", (message, want) => {
  expect(reasonOfSystem(new Error(message))).toBe(want);
});
