import type { SmallInput } from "./small-inputs.ts";

const text = { type: "string" };
const number = { type: "number" };
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

/** Components and definitions that hold themselves. */
export const recursiveInputs: readonly SmallInput[] = [
  {
    name: "definitions that hold themselves get names",
    given: {
      Tree: {
        type: "object",
        properties: { root: ref("Tree/$defs/node"), other: ref("Tree/$defs/node") },
        $defs: {
          node: {
            type: "object",
            required: ["value"],
            properties: {
              value: { type: "integer" },
              left: ref("Tree/$defs/node"),
              right: { ...ref("Tree/$defs/node"), description: "The other one" },
            },
          },
        },
      },
      TreeNode: text,
    },
    keeps: { Tree: [{ root: { value: 1, left: { value: 2, right: { value: 3 } } } }, {}] },
    refuses: { Tree: [{ root: {} }, { other: { value: 1, left: { value: 2, right: { value: "3" } } } }] },
    types: `export const a: T.TreeNode2 = { value: 1, right: { value: 2 } };
      export const b: T.Tree = { root: a };`,
  },
  {
    name: "what is referred to by an allOf, be it alone or beside more, may hold itself",
    given: {
      Node: {
        type: "object",
        properties: { parent: { allOf: [ref("Node")], description: "Above", nullable: true } },
      },
      Full: { type: "object", properties: { inner: { ...ref("Full"), minProperties: 1 } } },
      Named: {
        type: "object",
        properties: {
          by: { allOf: [ref("Named"), { type: "object", required: ["name"], properties: { name: text } }] },
        },
      },
    },
    keeps: {
      Node: [{ parent: { parent: null } }, {}],
      Full: [{}, { inner: { inner: { x: 1 } } }],
      Named: [{}, { by: { name: "x", by: { name: "y" } } }],
    },
    refuses: {
      Node: [{ parent: 1 }, { parent: { parent: [] } }],
      Full: [{ inner: {} }, { inner: { inner: {} } }],
      Named: [{ by: {} }, { by: { name: "x", by: {} } }],
    },
    types: `export const a: T.Node = { parent: { parent: null } };
      export const b: T.Named = { by: { name: "x" } };
      // @ts-expect-error a name is required
      export const c: T.Named = { by: { name: "x", by: {} } };`,
  },
  {
    name: "recursion",
    given: {
      Tree: {
        type: "object",
        required: ["name"],
        properties: { name: text, kids: { type: "array", items: ref("Tree") } },
      },
      Expression: { oneOf: [ref("Value"), ref("Sum")] },
      Value: { type: "object", required: ["value"], properties: { value: number, sum: false } },
      Sum: {
        type: "object",
        required: ["sum"],
        properties: { sum: { type: "array", items: ref("Expression") }, value: false },
      },
      AnyValue: {
        anyOf: [
          { type: ["string", "number", "boolean", "null"] },
          { type: "array", items: ref("AnyValue") },
          { type: "object", additionalProperties: ref("AnyValue") },
        ],
      },
    },
    keeps: {
      Tree: [{ name: "a", kids: [{ name: "b", kids: [] }] }],
      Expression: [{ sum: [{ value: 1 }, { sum: [] }] }],
      AnyValue: [{ a: [1, "x", null, { b: true }] }],
    },
    refuses: { Tree: [{ name: "a", kids: [{ kids: [] }] }], Expression: [{ sum: [{}] }, { value: 1, sum: [] }] },
    types: `export const a: T.Tree = { name: "a", kids: [{ name: "b" }] };
      // @ts-expect-error deep down
      export const b: T.Tree = { name: "a", kids: [{ kids: [] }] };
      export const c: T.AnyValue = { a: [1, null, { b: true }] };
      // @ts-expect-error no JSON
      export const d: T.AnyValue = { a: undefined };
      export const e: T.Expression = { sum: [{ value: 1 }] };`,
  },
];
