import { adds, both, breaks, checked, loosened, named, object, type SchemaChange, text } from "./schema-change.ts";

/** Changes of who fits more than one branch, or what must not fit. */
export const exclusionChanges: readonly SchemaChange[] = [
  {
    name: "at least one becomes exactly one",
    old: {
      anyOf: [
        { type: "string", maxLength: 3 },
        { type: "string", pattern: "^x" },
      ],
    },
    fresh: {
      oneOf: [
        { type: "string", maxLength: 3 },
        { type: "string", pattern: "^x" },
      ],
    },
    ...both({ "branches-exclusive N": checked }),
  },
  {
    name: "exactly one becomes at least one",
    old: {
      oneOf: [
        { type: "string", maxLength: 3 },
        { type: "string", pattern: "^x" },
      ],
    },
    fresh: {
      anyOf: [
        { type: "string", maxLength: 3 },
        { type: "string", pattern: "^x" },
      ],
    },
    ...both({ "branches-inclusive N": loosened }),
  },
  {
    name: "a component that told itself apart by a member no longer needs it",
    old: object({ kind: { const: "n" } }, { required: ["kind"] }),
    fresh: object({ kind: { type: "string" } }, { required: ["kind"] }),
    others: { U: { oneOf: [named, object({ kind: { const: "u" } }, { required: ["kind"] })] } },
    params: { "enum-removed N.kind": adds, "branches-exclusive U": checked },
    result: { "enum-removed N.kind": breaks, "branches-exclusive U": checked },
  },
  {
    name: "a component that tells itself apart asks for less",
    old: object({ a: text, kind: { const: "n" } }, { required: ["kind", "a"] }),
    fresh: object({ a: text, kind: { const: "n" } }, { required: ["kind"] }),
    others: { U: { oneOf: [named, object({ kind: { const: "u" } }, { required: ["kind"] })] } },
    params: { "required-removed N.a": adds },
    result: { "required-removed N.a": breaks },
  },
  {
    name: "a component below what another one must not be asks for less",
    old: { type: "string", maxLength: 3 },
    fresh: { type: "string", maxLength: 5 },
    others: { U: object({ a: { type: "string", not: named } }) },
    ...both({ "limit-loosened N": loosened, "rule-changed U.a": checked }),
  },
  {
    name: "alternatives that do not forbid one another take more",
    old: { oneOf: [object({ a: text }, { required: ["a"] }), object({ b: text }, { required: ["b"] })] },
    fresh: { oneOf: [object({ a: {} }, { required: ["a"] }), object({ b: text }, { required: ["b"] })] },
    params: { "type-widened N.a": adds, "branches-exclusive N": checked },
    result: { "type-widened N.a": breaks, "branches-exclusive N": checked },
  },
  {
    name: "a closed branch takes a member that another one has",
    old: {
      oneOf: [object({ a: text }, { additionalProperties: false }), object({ b: text }, { required: ["b"] })],
    },
    fresh: {
      oneOf: [object({ a: text, b: text }, { additionalProperties: false }), object({ b: text }, { required: ["b"] })],
    },
    ...both({ "member-added N.b": adds, "branches-exclusive N": checked }),
  },
  {
    name: "a component that names must not be asks for less",
    old: { type: "string", maxLength: 3 },
    fresh: { type: "string", maxLength: 5 },
    others: { U: { type: "object", propertyNames: { not: named } } },
    ...both({ "limit-loosened N": loosened, "rule-changed U": checked }),
  },
  {
    name: "a component tells itself apart no longer from another one below a pattern of names",
    old: object({ kind: { const: "n" } }, { required: ["kind"] }),
    fresh: object({ kind: { type: "string" } }, { required: ["kind"] }),
    others: {
      U: {
        type: "object",
        patternProperties: { "^x": { oneOf: [named, object({ kind: { const: "u" } }, { required: ["kind"] })] } },
      },
    },
    params: { "enum-removed N.kind": adds, "rule-changed U": checked },
    result: { "enum-removed N.kind": breaks, "rule-changed U": checked },
  },
  {
    name: "what must not be takes a member that it must have, and no other one as before",
    old: object({ x: { not: object({ a: text }, { additionalProperties: false }) } }),
    fresh: object({ x: { not: object({ a: text, b: text }, { required: ["b"], additionalProperties: false }) } }),
    ...both({ "rule-changed N.x": checked }),
  },
];
