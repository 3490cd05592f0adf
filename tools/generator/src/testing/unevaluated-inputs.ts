import type { SmallInput } from "./small-inputs.ts";

const number = { type: "number" };
const text = { type: "string" };
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const object = (properties: object, more: object = {}) => ({ type: "object", properties, ...more });

/** What `unevaluatedProperties` and `unevaluatedItems` have to say, which depends on all other parts of a schema. */
export const unevaluatedInputs: readonly SmallInput[] = [
  {
    name: "what no part of a composition has looked at",
    ajvInherits: true,
    given: {
      Base: object({ id: text }, { required: ["id"] }),
      Plain: object({ id: text }, { unevaluatedProperties: false }),
      Composed: { allOf: [ref("Base"), object({ name: text })], unevaluatedProperties: false },
      Beside: { ...ref("Base"), properties: { size: { type: "integer" } }, unevaluatedProperties: { type: "boolean" } },
      Patterned: { allOf: [ref("Base")], patternProperties: { "^x-": text }, unevaluatedProperties: false },
      Open: { allOf: [ref("Base"), object({}, { additionalProperties: text })], unevaluatedProperties: false },
      Twice: { allOf: [{ ...ref("Base"), unevaluatedProperties: false }, object({ name: text })] },
      Some: object(
        { a: text, b: text },
        { anyOf: [{ required: ["a"] }, { required: ["b"] }], unevaluatedProperties: false },
      ),
      Cat: object({ kind: { const: "cat" }, lives: { type: "integer" } }, { required: ["kind"] }),
      Dog: object({ kind: { const: "dog" }, tricks: { type: "array", items: text } }, { required: ["kind"] }),
      Pet: object({ name: text }, { oneOf: [ref("Cat"), ref("Dog")], unevaluatedProperties: false }),
      Nullable: { type: ["object", "null"], allOf: [{ properties: { a: text } }], unevaluatedProperties: false },
      Whatever: object({ a: text }, { unevaluatedProperties: true }),
    },
    keeps: {
      Plain: [{}, { id: "1" }],
      Composed: [{ id: "1", name: "n" }, { id: "1" }],
      Beside: [{ id: "1", size: 2, other: true }],
      Patterned: [{ id: "1", "x-a": "b" }],
      Open: [{ id: "1", other: "text" }],
      Some: [{ a: "1", b: "2" }, { b: "2" }],
      Pet: [
        { kind: "cat", lives: 9, name: "Tom" },
        { kind: "dog", tricks: [] },
      ],
      Nullable: [null, {}, { a: "x" }],
      Whatever: [{ b: 1 }],
    },
    refuses: {
      Plain: [{ other: 1 }],
      Composed: [{ id: "1", other: 1 }, { name: "n" }],
      Beside: [
        { id: "1", other: 1 },
        { id: "1", size: true },
      ],
      Patterned: [
        { id: "1", y: "b" },
        { id: "1", "x-a": 1 },
      ],
      Open: [{ id: "1", other: 1 }],
      Twice: [{ id: "1", name: "n" }],
      Some: [{ a: "1", c: "3" }, {}],
      Pet: [{ kind: "cat", tricks: [] }, { kind: "dog", lives: 9 }, { kind: "cat", other: 1 }, { name: "Tom" }],
      Nullable: [{ b: 1 }, "text"],
    },
    types: `export const a: T.Pet = { kind: "dog", tricks: ["sit"], name: "Rex" };
      // @ts-expect-error a dog has no lives
      export const b: T.Pet = { kind: "dog", lives: 9 };`,
  },
  {
    name: "items that no part of a composition has looked at",
    given: {
      Pair: { type: "array", prefixItems: [text, { type: "integer" }], unevaluatedItems: false },
      Longer: {
        type: "array",
        allOf: [{ prefixItems: [text] }, { prefixItems: [true, text] }],
        unevaluatedItems: { type: "integer" },
      },
      All: { type: "array", allOf: [{ items: text }], unevaluatedItems: false },
      None: { type: "array", unevaluatedItems: false },
    },
    keeps: { Pair: [[], ["a", 1]], Longer: [["a", "b", 1, 2]], All: [["a", "b"]], None: [[]] },
    refuses: {
      Pair: [["a", 1, 2], [1]],
      Longer: [
        ["a", "b", "c"],
        ["a", 1],
      ],
      All: [[1]],
      None: [[1]],
    },
  },
  {
    name: "members that have been looked at or not, depending on the document",
    ajvInherits: true,
    given: {
      Base: object({ id: text }, { required: ["id"] }),
      Overlap: object(
        { a: text },
        { anyOf: [object({ b: text }), object({ c: text }, { required: ["c"] })], unevaluatedProperties: false },
      ),
      Referred: { anyOf: [ref("Base"), object({ size: number })], unevaluatedProperties: { type: "boolean" } },
      If: object(
        {},
        {
          if: object({ kind: { const: "x" } }, { required: ["kind"] }),
          // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema
          then: { properties: { more: number } },
          else: { properties: { less: number } },
          unevaluatedProperties: false,
        },
      ),
      Dependent: object(
        { card: text },
        { dependentSchemas: { card: { properties: { code: number } } }, unevaluatedProperties: false },
      ),
      Patterns: object(
        {},
        {
          anyOf: [
            { patternProperties: { "^x": text } },
            { required: ["open"], additionalProperties: number },
            { properties: { xy: text, z: text } },
          ],
          unevaluatedProperties: false,
        },
      ),
      Nested: object(
        {},
        {
          allOf: [
            {
              anyOf: [
                {
                  required: ["p"],
                  oneOf: [{ properties: { p: text, q: text } }, { properties: { p: number, r: text } }],
                },
                true,
              ],
            },
          ],
          unevaluatedProperties: false,
        },
      ),
    },
    keeps: {
      Overlap: [{ a: "1", b: "2", c: "3" }, { b: "2" }, { a: "1", c: "3" }],
      Referred: [
        { id: "1", size: 2, on: true },
        { id: "1", on: false },
        { size: 1, id: true },
      ],
      If: [{ kind: "x", more: 1 }, { less: 1 }],
      Dependent: [{ card: "1", code: 2 }, {}],
      Patterns: [{ xa: "1" }, { open: 1, other: 2 }, { xy: "1", z: "2" }, { xy: "1", xa: "2", z: "3" }],
      Nested: [{ p: "1", q: "2" }, { p: 1, r: "2" }, {}],
    },
    refuses: {
      Overlap: [
        { b: 1, c: "3" },
        { a: "1", d: "4" },
      ],
      Referred: [
        { id: "1", on: 1 },
        { size: "1", id: 2 },
      ],
      If: [{ kind: "x", less: 1 }, { more: 1 }, { kind: "y" }],
      Dependent: [{ code: 2 }, { card: "1", other: 1 }],
      Patterns: [{ other: 2 }, { z: 1 }],
      Nested: [{ p: "1", r: "2" }],
    },
    types: `export const a: T.Overlap = { a: "1", b: "2" };
      export const b: T.Dependent = { card: "1", code: 2 };`,
  },
  {
    name: "items that have been looked at or not, depending on the document",
    given: {
      Choice: {
        type: "array",
        anyOf: [{ prefixItems: [text] }, { prefixItems: [true, number], minItems: 2 }],
        unevaluatedItems: false,
      },
    },
    keeps: { Choice: [["a"], ["a", 1], [1, 2], []] },
    refuses: { Choice: [[1], ["a", "b"], ["a", 1, 2]] },
  },
];
