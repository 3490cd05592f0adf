import { expect, test } from "vitest";
import { a2a } from "../gen/dialects/a2a.ts";
import { cdqGenius } from "../gen/dialects/cdq-genius.ts";
import { createRequest, parseRequest, requestId, resolveMethod } from "./envelope.ts";
import { errorResponse } from "./response.ts";

const call = { jsonrpc: "2.0", id: 1, method: "GetTask", params: { id: "t" } };

test("a request is read into id, method and params", () => {
  expect(parseRequest(call, a2a)).toEqual({ id: 1, method: "GetTask", params: { id: "t" } });
});

test.each([0, "", "a", -1, Number.MAX_SAFE_INTEGER])("id %j is an id", (id) => {
  expect(parseRequest({ ...call, id }, cdqGenius).id).toBe(id);
});

test("absent params are an empty object", () => {
  expect(parseRequest({ jsonrpc: "2.0", id: 1, method: "GetExtendedAgentCard" }, a2a).params).toEqual({});
});

test.each([undefined, null])("id %j is null where the dialect allows it", (id) => {
  expect(parseRequest({ ...call, id }, a2a).id).toBeNull();
});

const invalid: { title: string; given: unknown; field?: string; id?: unknown }[] = [
  { title: "null", given: null },
  { title: "a string", given: "GetTask" },
  { title: "a batch", given: [call] },
  { title: "an empty batch", given: [] },
  { title: "no jsonrpc", given: { ...call, jsonrpc: undefined }, field: "jsonrpc", id: 1 },
  { title: "jsonrpc 1.0", given: { ...call, jsonrpc: "1.0" }, field: "jsonrpc", id: 1 },
  { title: "jsonrpc as a number", given: { ...call, id: 0, jsonrpc: 2 }, field: "jsonrpc", id: 0 },
  { title: "no id", given: { ...call, id: undefined }, field: "id" },
  { title: "a null id", given: { ...call, id: null }, field: "id" },
  { title: "an object as id", given: { ...call, id: {} }, field: "id" },
  { title: "a boolean as id", given: { ...call, id: true }, field: "id" },
  { title: "a fraction as id", given: { ...call, id: 1.5 }, field: "id" },
  { title: "an id that a number cannot hold", given: { ...call, id: 2 ** 53 }, field: "id" },
  { title: "no method", given: { jsonrpc: "2.0", id: "" }, field: "method", id: "" },
  { title: "a number as method", given: { ...call, method: 1 }, field: "method", id: 1 },
  { title: "a list as params", given: { ...call, params: [] }, field: "params", id: 1 },
  { title: "null as params", given: { ...call, params: null }, field: "params", id: 1 },
  { title: "a string as params", given: { ...call, params: "x" }, field: "params", id: 1 },
];
test.each(invalid)(
  "$title is an invalid request, answered with the id if it can be read",
  ({ given, field, id = null }) => {
    expect(() => parseRequest(given, cdqGenius)).toThrow(
      expect.objectContaining({
        code: -32600,
        violations: field === undefined ? [] : [expect.objectContaining({ field })],
      }),
    );
    expect(requestId(given)).toBe(id);
  },
);

test("the answer to a bad request names the rule", () => {
  try {
    parseRequest([call], a2a);
  } catch (error) {
    expect(errorResponse(requestId([call]), error)).toMatchObject({
      jsonrpc: "2.0",
      id: null,
      error: {
        code: -32600,
        message: "Invalid request: batches are not supported; send one request object",
        data: [{ reason: "INVALID_REQUEST" }],
      },
    });
    return;
  }
  expect.unreachable();
});

test("a method is resolved in the dialect", () => {
  expect(resolveMethod("ListTasks", a2a)).toBe("ListTasks");
  for (const [method, dialect] of [
    ["ListTasks", cdqGenius],
    ["message/send", a2a],
    ["toString", a2a],
    ["", a2a],
  ] as const) {
    expect(() => resolveMethod(method, dialect)).toThrow(
      expect.objectContaining({ code: -32601, metadata: { method, methods: dialect.methods.join(", ") } }),
    );
  }
});

test("what is created is read back", () => {
  const request = createRequest("r", "GetTask", { id: "t" });
  expect(parseRequest(JSON.parse(JSON.stringify(request)), a2a)).toEqual({
    id: "r",
    method: "GetTask",
    params: { id: "t" },
  });
});
