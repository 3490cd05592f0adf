import type { SmallInput } from "./small-inputs.ts";

const number = { type: "number" };
const text = { type: "string" };
const email = { type: "string", format: "email" };
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
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
