import { describe, expect, test } from "vitest";
import type { Spec } from "./read-spec.ts";
import { readSmall, withComponents } from "./testing/read-text.ts";

const base = {
  type: "object",
  required: ["jsonrpc", "id"],
  properties: { jsonrpc: { const: "2.0" }, id: { type: "string" } },
};
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const branch = (method: object, params: object) => ({
  allOf: [ref("Base"), { type: "object", properties: { method, params } }],
});

const asks = withComponents(
  {
    Envelope: { oneOf: [ref("Send"), ref("Look")] },
    Base: base,
    Send: branch({ const: "SendMessage" }, ref("Ask")),
    Look: branch({ enum: ["GetTask", "CancelTask"] }, ref("Lookup")),
    Ask: {
      type: "object",
      required: ["message"],
      properties: { message: { type: "object" }, berth_hint: { type: "string" } },
    },
    Lookup: { type: "object", properties: { id: { type: "string" } } },
    Card: { type: "object", properties: { url: { type: "string" } } },
  },
  {},
);

const cardAt = (path: string, document: { paths?: object }) => ({
  ...document,
  paths: {
    ...document.paths,
    [path]: {
      get: {
        responses: { 200: { description: "The card", content: { "application/json": { schema: ref("Card") } } } },
      },
    },
  },
});

const paramsOf = ({ model }: Spec) =>
  Object.fromEntries(
    model?.methods.map(({ name, params }) => [name, params.canonical ? `a2a#${params.component}` : params.component]) ??
      [],
  );

describe("a request with a branch per method", () => {
  test("says which params belong to a method that has a branch to itself", async () => {
    const spec = await readSmall({ document: asks });
    expect(paramsOf(spec)).toEqual({
      SendMessage: "Ask",
      GetTask: "GetTaskRequest",
      CancelTask: "a2a#CancelTaskRequest",
    });
    expect(spec.dialect?.paramsSpelling).toBe("snake_case");
  });

  test("requires an id where each branch does, and one that is a string refuses no request that is right", async () => {
    const spec = await readSmall({ document: asks });
    expect(spec.dialect?.requestId).toEqual({ required: true, null: false });
    expect(spec.findings.filter(({ rule }) => rule.startsWith("request-"))).toEqual([]);
    const { dialect } = await readSmall({
      document: withComponents({
        Envelope: { oneOf: [ref("Send"), { type: "object", properties: { method: { const: "GetTask" } } }] },
        Base: base,
        Send: branch({ const: "SendMessage" }, {}),
      }),
    });
    expect(dialect?.requestId.required).toBe(false);
  });

  test("that leads back to itself ends all the same", async () => {
    const { dialect } = await readSmall({
      document: withComponents({
        Envelope: { oneOf: [ref("Envelope"), ref("Send")] },
        Base: base,
        Send: branch({ const: "SendMessage" }, {}),
      }),
    });
    expect(dialect?.methods).toEqual(["SendMessage"]);
  });
});

test.each([
  ["/.well-known/agent-card.json", "flat"],
  ["/api/.well-known/agent.json", "flat"],
  ["/about.json", "interfaces"],
])("a schema of another name is the card's where it is at %s: %s", async (path, shape) => {
  expect((await readSmall({ document: cardAt(path, asks) })).dialect?.cardShape).toBe(shape);
});
