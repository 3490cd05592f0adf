import { expect, test } from "vitest";
import { MAX_BODY_EXCERPT, parseRetryAfter, TransportError } from "./transport-error.ts";

test("keeps status, wait, cause and the beginning of the body", () => {
  const cause = new Error("reset");
  const error = new TransportError("Bad gateway", {
    status: 502,
    retryAfter: 3000,
    body: "x".repeat(MAX_BODY_EXCERPT + 1),
    cause,
  });
  expect(error).toMatchObject({ name: "TransportError", message: "Bad gateway", status: 502, retryAfter: 3000, cause });
  expect(error.body).toHaveLength(MAX_BODY_EXCERPT);
});

test.each([
  ["120", 120_000],
  [" 0 ", 0],
  ["Wed, 21 Oct 2026 07:28:10 GMT", 10_000],
  ["Wednesday, 21-Oct-26 07:28:10 GMT", 10_000],
  ["Wed, 21 Oct 2026 07:27:00 GMT", 0],
  ["-5", undefined],
  ["soon", undefined],
  ["Sat, soon", undefined],
  ["", undefined],
  [null, undefined],
  [undefined, undefined],
])("Retry-After %j waits %j ms", (header, want) => {
  expect(parseRetryAfter(header, Date.UTC(2026, 9, 21, 7, 28, 0))).toBe(want);
});
