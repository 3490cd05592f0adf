import { expect, test } from "vitest";
import type { Schema } from "../schema.ts";
import { exemplify, fillRequired } from "./exemplify.ts";

const components = new Map<string, Schema>(
  Object.entries({
    Name: { type: "string", example: "Ada" },
    Person: {
      type: "object",
      required: ["name", "age"],
      properties: {
        name: { $ref: "#/components/schemas/Name" },
        age: { type: "integer", minimum: 7 },
        note: { type: "string" },
      },
    },
    Tree: {
      type: "object",
      properties: { kids: { type: "array", minItems: 1, items: { $ref: "#/components/schemas/Tree" } } },
    },
    Either: {
      oneOf: [
        { $ref: "#/components/schemas/Person" },
        { type: "object", required: ["id"], properties: { id: { const: 1 } } },
      ],
    },
  }) as unknown as Iterable<[string, Schema]>,
);
/** Annotations are there in the file, and not in the type, which names what decides. */
const annotated = (schema: object): Schema => ({ ...schema });
const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });

test.each([
  ["an example behind a reference", ref("Name"), "Ada"],
  ["what is required and what has an example", ref("Person"), { name: "Ada", age: 7 }],
  [
    "the example beside a reference before the one behind it",
    annotated({ $ref: "#/components/schemas/Name", example: "Bob" }),
    "Bob",
  ],
  ["a list of one", { type: "array", items: ref("Name") }, ["Ada"]],
  ["the first branch", ref("Either"), { name: "Ada", age: 7 }],
  ["nothing where nothing is given", { type: "object", properties: { a: { type: "string" } } }, undefined],
  ["a default", annotated({ type: "boolean", default: false }), false],
] satisfies [string, Schema, unknown][])("exemplify: %s", (_, schema, want) => {
  expect(exemplify(schema, components)).toEqual(want);
});

test("exemplify ends where a schema holds itself", () => {
  expect(JSON.stringify(exemplify(ref("Tree"), components)).length).toBeLessThan(200);
});

test("fillRequired adds what is missing at every level, and keeps the rest", () => {
  const list: Schema = { type: "array", items: ref("Person") };
  expect(fillRequired([{ name: "Eve", more: 1 }, { age: 9 }], list, components)).toEqual([
    { name: "Eve", more: 1, age: 7 },
    { age: 9, name: "Ada" },
  ]);
});

test("every part of an allOf counts, and what stands beside it", () => {
  const id: Schema = {
    type: "object",
    required: ["id"],
    properties: { id: annotated({ type: "string", example: "a1" }) },
  };
  const both: Schema = { allOf: [id, ref("Person")], required: ["more"], properties: { more: { type: "boolean" } } };
  expect(fillRequired({}, both, components)).toEqual({ more: false, id: "a1", name: "Ada", age: 7 });
  expect(exemplify({ allOf: [id, ref("Person")] }, components)).toEqual({ id: "a1", name: "Ada", age: 7 });
});

test("fillRequired takes the branch whose members are there", () => {
  expect(fillRequired({ id: 5 }, ref("Either"), components)).toEqual({ id: 5 });
});

test("fillRequired gives back what lacks nothing", () => {
  const value = { name: "Eve", age: 1 };
  expect(fillRequired(value, ref("Person"), components)).toBe(value);
});
