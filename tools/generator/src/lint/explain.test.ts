import { expect, test } from "vitest";
import { withComponents } from "../testing/read-text.ts";
import { createValidator } from "./validator.ts";

const request = (method: string, properties: object, required: readonly string[] = []) => ({
  type: "object",
  properties: { method: { const: method }, params: { type: "object", properties, required } },
});
const id = { type: "string" };

const { check } = createValidator(
  withComponents({
    Request: {
      oneOf: [
        request("SendMessage", { message: { type: "object" } }, ["message"]),
        request("GetTask", { id }, ["id"]),
        request("CancelTask", { id, force: { type: "boolean" } }, ["id"]),
      ],
    },
    Either: { oneOf: [{ type: "object" }, { required: ["a"] }] },
    Color: { enum: ["red", "green"] },
  }) as Parameters<typeof createValidator>[0],
);

test.each([
  [
    "the branch that was meant",
    "Request",
    { method: "CancelTask", params: { id: "t", force: 1 } },
    "document/params/force must be boolean",
  ],
  [
    "a member that is missing",
    "Request",
    { method: "GetTask", params: {} },
    "document/params must have required property 'id'",
  ],
  [
    "a constant of no branch",
    "Request",
    { method: "CancleTask", params: { id: "t" } },
    'document/method is "CancleTask", which is not allowed there; did you mean CancelTask?',
  ],
  ["no object at all", "Request", 1, "document must be object"],
  ["two branches at once", "Either", { a: 1 }, "document must match exactly one schema in oneOf"],
  ["an enum", "Color", "gren", 'document is "gren", which is not allowed there; did you mean green?'],
  ["a long value", "Color", "x".repeat(99), `document is "${"x".repeat(59)}…, which is not allowed there`],
  [
    "an object where a constant should be",
    "Color",
    { toString: 1 },
    'document is {"toString":1}, which is not allowed there',
  ],
  ["nothing", "Color", "red", ""],
])("%s", (_name, component, document, message) => {
  expect(check(component, document)).toBe(message);
});
