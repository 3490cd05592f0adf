import type { SmallInput } from "./small-inputs.ts";

const number = { type: "number" };
const text = { type: "string" };
const email = { type: "string", format: "email" };
const object = (properties: object, more: object = {}) => ({ type: "object", properties, ...more });

/** Keywords of JSON Schema that generators often leave out. */
export const keywordInputs: readonly SmallInput[] = [
  {
    name: "the less common keywords",
    given: {
      Tags: { type: "array", items: text, uniqueItems: true, maxItems: 3, contains: { const: "a" } },
      Pair: { type: "array", prefixItems: [text, number], items: false, minItems: 2 },
      Limits: { type: "object", minProperties: 1, maxProperties: 2, propertyNames: { pattern: "^[a-z]+$" } },
      Headers: {
        type: "object",
        properties: { n: number },
        patternProperties: { "^x-": text },
        additionalProperties: false,
      },
      Card: {
        type: "object",
        properties: { a: text, b: text },
        dependentRequired: { a: ["b"] },
        not: { required: ["c"] },
      },
      Switch: {
        type: "object",
        properties: { on: { type: "boolean" } },
        if: { properties: { on: { const: true } }, required: ["on"] },
        // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema
        then: { required: ["level"] },
      },
      Steps: { type: "number", multipleOf: 0.5, exclusiveMinimum: 0, maximum: 10 },
      Whole: { type: "integer" },
      Loose: { minLength: 2, maximum: 5 },
      Closed: { type: "object", properties: { a: text }, additionalProperties: false },
      Pieces: {
        allOf: [
          { type: "array", prefixItems: [text] },
          { type: "array", items: { minLength: 2 } },
        ],
      },
      Many: {
        allOf: [
          { type: "array", contains: { const: "a" } },
          { type: "array", contains: { const: "b" }, minContains: 2 },
        ],
      },
      Both: {
        allOf: [
          { type: "object", required: ["a"], properties: { a: text } },
          { type: "object", properties: { a: { maxLength: 2 }, b: number } },
        ],
      },
      Mixed: { enum: ["a", 1, null, true] },
    },
    keeps: {
      Tags: [["a", "b"]],
      Pair: [["x", 1]],
      Limits: [{ a: 1 }],
      Headers: [{ n: 1, "x-a": "y" }],
      Card: [{ b: "x" }, { a: "x", b: "y" }],
      Switch: [{ on: false }, { on: true, level: 1 }, {}],
      Steps: [0.5, 10],
      Whole: [1, 1e20, -0],
      Loose: [5, "ab", null, [], {}, true],
      Pieces: [["ab", "cd"], [], ["ab", 1]],
      Many: [["a", "b", "b"]],
      Both: [{ a: "xy", b: 1 }],
      Mixed: ["a", 1, null, true],
    },
    refuses: {
      Tags: [["a", "a"], ["b"], ["a", "b", "c", "d"]],
      Pair: [["x"], [1, "x"], ["x", 1, 2]],
      Limits: [{}, { A: 1 }, { a: 1, b: 2, c: 3 }],
      Headers: [{ y: 1 }, { "x-a": 1 }],
      Card: [{ a: "x" }, { c: 1 }],
      Switch: [{ on: true }],
      Steps: [0, 0.7, 11],
      Whole: [1.5],
      Loose: [6, "a"],
      Closed: [{ a: "x", b: 1 }],
      Pieces: [["a"], [1], ["ab", "c"]],
      Many: [
        ["a", "b"],
        ["b", "b"],
      ],
      Both: [{ a: "xyz" }, { b: 1 }],
      Mixed: ["b", false],
    },
  },
  {
    name: "an email and a URI template are checked where formats are asserted",
    given: {
      Mail: object({ to: email, cc: { type: "array", items: email } }, { required: ["to"] }),
      Link: object({ href: { type: "string", format: "uri-template" } }, { required: ["href"] }),
    },
    keeps: { Mail: [{ to: "ada@agents.example" }, { to: "not asserted by default" }] },
  },
  {
    name: "values that are objects and lists are constants like others",
    ajvInherits: true,
    given: {
      Origin: { const: { x: 0, y: 0 } },
      Choice: {
        enum: ["none", null, { kind: "all" }, { kind: "some", of: [1, { a: [] }] }, [], [1, "a"], { kind: "all" }],
      },
      Closed: { type: "object", const: {} },
      Texts: { type: "string", enum: ["a", { a: 1 }] },
      Never: { type: "number", enum: ["a", {}] },
      Narrow: object({ a: text }, { enum: [{ a: "x" }, { a: 1 }, { a: "y", b: true }] }),
      Folded: { const: { a: 1 }, enum: [{ a: 1 }, { a: 2 }] },
      Nullable: { type: ["object", "null"], enum: [{ a: 1 }, null, "no"] },
    },
    keeps: {
      Origin: [{ x: 0, y: 0 }],
      Choice: ["none", null, { kind: "all" }, { kind: "some", of: [1, { a: [] }] }, [], [1, "a"]],
      Closed: [{}],
      Texts: ["a"],
      Narrow: [{ a: "x" }, { a: "y", b: true }],
      Folded: [{ a: 1 }],
      Nullable: [{ a: 1 }, null],
    },
    refuses: {
      Origin: [{ x: 0 }, { x: 0, y: 0, z: 0 }, { x: 0, y: 1 }, [], null],
      Choice: ["all", { kind: "none" }, { kind: "some", of: [1, { a: [1] }] }, [1], ["a", 1], {}, [1, "a", 2]],
      Closed: [{ a: 1 }, null],
      Texts: [{ a: 1 }, "b"],
      Never: [1, "a", {}],
      Narrow: [{ a: 1 }, { a: "y" }],
      Folded: [{ a: 2 }],
      Nullable: ["no", { a: 2 }],
    },
    types: `export const a: T.Origin = { x: 0, y: 0 };
      export const b: T.Choice = { kind: "some", of: [1, { a: [] }] };
      // @ts-expect-error another value
      export const c: T.Origin = { x: 0, y: 1 };
      // @ts-expect-error no value of the list
      export const d: T.Choice = { kind: "none" };`,
  },
];
