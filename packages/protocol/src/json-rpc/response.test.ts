import fc from "fast-check";
import { expect, test } from "vitest";
import { A2AError } from "../a2a-error.ts";
import { TransportError } from "../transport-error.ts";
import { errorResponse, parseResponse, successResponse } from "./response.ts";

test.each([0, "", "r-1", null])("a result comes back under id %j", (id) => {
  expect(parseResponse(successResponse(id, { a: 1 }), id)).toEqual({ a: 1 });
});

test("a null result is a result", () => {
  expect(parseResponse({ jsonrpc: "2.0", id: 1, result: null, error: null }, 1)).toBeNull();
});

test("unknown errors cross the wire without their text", () => {
  expect(JSON.stringify(errorResponse(0, new Error("secret")))).not.toContain("secret");
  expect(errorResponse(0, new Error("secret"))).toMatchObject({
    id: 0,
    error: { code: -32603, message: "Internal error" },
  });
});

const error = { code: -32001, message: "Gone" };
test.each([
  { title: "in its envelope", given: { jsonrpc: "2.0", id: 1, error } },
  { title: "with a null id", given: { jsonrpc: "2.0", id: null, error } },
  { title: "without an id", given: { jsonrpc: "2.0", error } },
  { title: "without jsonrpc", given: { id: 1, error } },
  { title: "bare", given: error },
])("an error is thrown $title", ({ given }) => {
  expect(() => parseResponse(given, 1)).toThrow(
    expect.objectContaining({ name: "TaskNotFoundError", message: "Gone" }),
  );
});

test("an error knows the response that it came in", () => {
  expect(() => parseResponse({ jsonrpc: "2.0", id: 1, error }, 1, { status: 429, retryAfter: 2_000 })).toThrow(
    expect.objectContaining({ name: "TaskNotFoundError", status: 429, retryAfter: 2_000 }),
  );
});

test.each([
  { title: "another id", given: successResponse(2, {}), want: "The response is for request 2, not for 1" },
  {
    title: "the id as another type",
    given: successResponse("1", {}),
    want: 'The response is for request "1", not for 1',
  },
  {
    title: "an error for another id",
    given: errorResponse(2, undefined),
    want: "The response is for request 2, not for 1",
  },
  { title: "no id", given: { jsonrpc: "2.0", result: {} }, want: "The response is for request undefined, not for 1" },
  {
    title: "neither result nor error",
    given: { jsonrpc: "2.0", id: 1 },
    want: "Not a JSON-RPC response: neither result nor error",
  },
  {
    title: "another jsonrpc",
    given: { jsonrpc: "1.0", id: 1, result: {} },
    want: 'Not a JSON-RPC response: jsonrpc must be "2.0"',
  },
  {
    title: "an error object with a code that JSON-RPC does not reserve",
    given: { code: -99_999, message: "Odd" },
    want: 'Not a JSON-RPC response: jsonrpc must be "2.0"',
  },
  {
    title: "a gateway's error object",
    given: { code: 502, message: "Bad gateway" },
    want: 'Not a JSON-RPC response: jsonrpc must be "2.0"',
  },
  { title: "a list", given: [], want: "Not a JSON-RPC response: a list" },
  { title: "a string", given: "hello", want: "Not a JSON-RPC response: a string" },
])("$title is no answer", ({ given, want }) => {
  expect(() => parseResponse(given, 1, { status: 502, body: "b" })).toThrow(
    expect.objectContaining({ name: "TransportError", message: want, status: 502, body: "b" }),
  );
});

test("reading throws these two errors and nothing else", () => {
  fc.assert(
    fc.property(fc.anything(), (value) => {
      try {
        parseResponse(value, 1);
      } catch (thrown) {
        return thrown instanceof A2AError || thrown instanceof TransportError;
      }
      return true;
    }),
  );
});
