import { expect, test } from "vitest";
import { loadSchemas, schemaOf } from "../agreement/load-schemas.ts";
import { emitSchemas } from "../emit/schemas.ts";
import { emitTypes } from "../emit/types.ts";
import { readSmall } from "../testing/read-text.ts";
import { MAX_UNEVALUATED_CHOICES } from "./unevaluated.ts";

const text = { type: "string" };
const number = { type: "number" };
const when = (condition: object, then: object, otherwise: object = {}) => ({ if: condition, then, else: otherwise });

async function read(schema: object) {
  const document = {
    openapi: "3.1.0",
    info: { title: "Small", version: "1" },
    paths: {},
    components: { schemas: { A: schema } },
  };
  const { model, findings } = await readSmall({ document }, { lenient: true });
  if (!model) throw new Error("not read");
  return { model, told: findings.filter(({ rule }) => rule !== "dialect-left-out").map(({ message }) => message) };
}

// What ajv is known to get wrong: it takes what a branch has looked at in vain, and all items where there is `contains`, for looked at.
test.each([
  [
    "a pattern of a branch that does not hold",
    {
      type: "object",
      anyOf: [
        { type: "object", patternProperties: { "^x": text } },
        { type: "object", properties: { z: text } },
      ],
      unevaluatedProperties: false,
    },
    [{ xa: "1" }, { z: "1" }, { xa: "1", z: "2" }],
    [{ xa: 1 }, { z: 1 }, { xa: 1, z: "1" }],
  ],
  [
    "a branch within one that does not hold",
    {
      type: "object",
      anyOf: [{ required: ["p"], oneOf: [{ properties: { p: text, q: text } }, { properties: { p: number } }] }, true],
      unevaluatedProperties: false,
    },
    [{ p: "1", q: "2" }, { p: 1 }, {}],
    [{ q: "2" }, { p: 1, q: "2" }, { p: true }],
  ],
  [
    "items of an if that does not hold",
    {
      type: "array",
      ...when({ prefixItems: [{ const: "all" }], minItems: 1 }, { items: true }),
      unevaluatedItems: number,
    },
    [["all", "a", 1], [1, 2], []],
    [["some"], [1, "b"], [["all"]]],
  ],
  [
    "items that are no more than contained",
    { type: "array", contains: text, unevaluatedItems: number },
    [["a", 1], ["a"], [1, "a", "b"]],
    [["a", 1, null], [1]],
  ],
  [
    "items that are contained in some of the branches",
    {
      type: "array",
      anyOf: [
        { type: "array", contains: text },
        { type: "array", prefixItems: [number] },
      ],
      unevaluatedItems: false,
    },
    [["a", "b"], [1], []],
    [[null], [1, 2], ["a", null]],
  ],
  [
    "members of a value that may be something else",
    {
      type: ["object", "null"],
      anyOf: [{ properties: { a: text } }, { properties: { b: number }, required: ["b"] }],
      unevaluatedProperties: false,
    },
    [null, {}, { a: "1" }, { a: "1", b: 2 }],
    [1, { c: 1 }, { a: 1 }],
  ],
])("what depends on the document: %s", async (_what, schema, keeps, refuses) => {
  const { model, told } = await read(schema);
  expect(told.filter((message) => message.startsWith("unevaluated"))).toEqual([]);
  for (const zod of ["zod", "zod/mini"] as const) {
    const emitted = schemaOf(loadSchemas(await emitSchemas(model, { zod })), "ASchema");
    for (const document of keeps) expect(emitted.safeParse(document)).toMatchObject({ success: true, data: document });
    for (const document of refuses) expect([document, emitted.safeParse(document).success]).toEqual([document, false]);
  }
});

test("what would be too much is left out, and says how much that is", async () => {
  const branches = (count: number) =>
    Array.from({ length: count }, (_, i) => ({
      type: "object",
      required: [`k${i}`],
      patternProperties: { [`^k${i}`]: text },
    }));
  const schema = (count: number) => ({ type: "object", anyOf: branches(count), unevaluatedProperties: false });
  expect((await read(schema(MAX_UNEVALUATED_CHOICES))).told).toEqual([]);
  expect((await read(schema(MAX_UNEVALUATED_CHOICES + 1))).told).toEqual([
    "unevaluatedProperties depends on 5 parts of the schema, of more than 4",
  ]);
});

test("names, however many, are no choice; and the types say which there are", async () => {
  const letters = [..."abcdefgh"];
  const anyOf = letters.map((letter) => ({ type: "object", required: [letter], properties: { [letter]: text } }));
  const { model, told } = await read({ type: "object", anyOf, unevaluatedProperties: false });
  expect(told).toEqual([]);
  const emitted = schemaOf(loadSchemas(await emitSchemas(model)), "ASchema");
  expect(emitted.safeParse({ a: "1", h: "2" }).success).toBe(true);
  expect([{ a: "1", h: 2 }, { a: "1", i: "2" }, {}].map((document) => emitted.safeParse(document).success)).toEqual([
    false,
    false,
    false,
  ]);
  expect(await emitTypes(model)).toMatch(/h: string;/);
});
