import type { SmallInput } from "./small-inputs.ts";

const text = { type: "string" };
const email = { type: "string", format: "email" };
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const object = (properties: object, more: object = {}) => ({ type: "object", properties, ...more });

/** Keywords of JSON Schema that generators often leave out. */
export const keywordInputs: readonly SmallInput[] = [
  {
    name: "an email is checked where formats are asserted",
    given: { Mail: object({ to: email, cc: { type: "array", items: email } }, { required: ["to"] }) },
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
];
