import {
  abc,
  adds,
  both,
  breaks,
  checked,
  loosened,
  object,
  oneOf,
  reads,
  type SchemaChange,
  text,
} from "./schema-change.ts";

/** Changes that a diff is easily wrong about. */
export const schemaChanges: readonly SchemaChange[] = [
  {
    name: "a member leaves a group and stays",
    old: object(abc, { oneOf: oneOf("a", "b", "c") }),
    fresh: object(abc, { oneOf: oneOf("a", "b") }),
    ...both({ "group-changed N": breaks }),
  },
  {
    name: "a member that was there comes to a group",
    old: object(abc, { oneOf: oneOf("a", "b") }),
    fresh: object(abc, { oneOf: oneOf("a", "b", "c") }),
    ...both({ "group-changed N": breaks }),
  },
  {
    name: "of a group one member is left, which must be there",
    old: object(abc, { oneOf: oneOf("a", "b") }),
    fresh: object(abc, { required: ["a"] }),
    params: { "group-removed N": adds, "required-added N.a": breaks },
    result: { "group-removed N": breaks, "required-added N.a": reads },
  },
  {
    name: "a member that had to be there is one of a group",
    old: object(abc, { required: ["a"] }),
    fresh: object(abc, { oneOf: oneOf("a", "b") }),
    params: { "group-added N": breaks, "required-removed N.a": adds },
    result: { "group-added N": reads, "required-removed N.a": breaks },
  },
  {
    name: "one alternative of a group needs more",
    old: { oneOf: [object({ a: text }, { required: ["a"] }), object({ b: text, c: text }, { required: ["b"] })] },
    fresh: {
      oneOf: [object({ a: text }, { required: ["a"] }), object({ b: text, c: text }, { required: ["b", "c"] })],
    },
    params: { "required-added N.c": breaks },
    result: { "required-added N.c": reads },
  },
  {
    name: "a member of the second alternative alone has another type",
    old: object({
      d: {
        oneOf: [object({ a: text, x: text }, { required: ["a"] }), object({ b: text, x: text }, { required: ["b"] })],
      },
    }),
    fresh: object({
      d: {
        oneOf: [
          object({ a: text, x: text }, { required: ["a"] }),
          object({ b: text, x: { type: "integer" } }, { required: ["b"] }),
        ],
      },
    }),
    ...both({ "type-changed N.d.x": breaks }),
  },
  {
    name: "exactly one and at least one are the same where branches cannot overlap",
    old: { oneOf: [text, { type: "integer" }, { type: "null" }] },
    fresh: { anyOf: [{ type: "null" }, text, { type: "integer" }] },
    ...both({}),
  },
  {
    name: "a branch that takes more overlaps another one",
    old: {
      oneOf: [
        { type: "string", maxLength: 2 },
        { type: "string", minLength: 3 },
      ],
    },
    fresh: {
      oneOf: [
        { type: "string", maxLength: 4 },
        { type: "string", minLength: 3 },
      ],
    },
    ...both({ "limit-loosened N": loosened, "branches-exclusive N": checked }),
  },
  {
    name: "null twice is refused",
    old: object({ a: { type: ["string", "null"] } }),
    fresh: object({ a: { oneOf: [{ type: ["string", "null"] }, { type: "null" }] } }),
    params: { "nullable-removed N.a": breaks, "type-changed N.a": breaks },
    result: { "nullable-removed N.a": reads, "type-changed N.a": breaks },
  },
  {
    name: "what may be null is said in three ways",
    old: object({
      a: { type: ["string", "null"] },
      b: { oneOf: [{ $ref: "#/components/schemas/M" }, { type: "null" }] },
    }),
    fresh: object({
      a: { anyOf: [text, { type: "null" }] },
      b: { anyOf: [{ type: "null" }, { $ref: "#/components/schemas/M" }] },
    }),
    others: { M: { anyOf: [text, { type: "integer" }] } },
    ...both({}),
  },
  {
    name: "null becomes a text that may be null",
    old: object({ a: { type: "null" } }),
    fresh: object({ a: { type: ["string", "null"] } }),
    params: { "type-widened N.a": adds },
    result: { "type-widened N.a": breaks },
  },
  {
    name: "anything, but for one thing",
    old: object({ a: {} }),
    fresh: object({ a: { not: { const: 1 } } }),
    ...both({ "rule-added N.a": checked }),
  },
  {
    name: "what is refused in any case",
    old: object({ a: text }, { if: { required: ["a"] } }),
    fresh: object({ a: text }, { if: { required: ["a"] }, else: false }),
    ...both({ "rule-added N": checked }),
  },
  {
    name: "a list need no longer have what it must have had",
    old: { type: "array", items: text, contains: { const: "x" } },
    fresh: { type: "array", items: text, contains: { const: "x" }, minContains: 0 },
    ...both({ "limit-loosened N": loosened }),
  },
  {
    name: "a list must have what it may have had",
    old: { type: "array", items: text, contains: { const: "x" }, minContains: 0 },
    fresh: { type: "array", items: text, contains: { const: "x" } },
    ...both({ "limit-tightened N": checked }),
  },
  {
    name: "a bound with its value instead of without",
    old: { type: "number", exclusiveMinimum: 5 },
    fresh: { type: "number", minimum: 5 },
    ...both({ "limit-loosened N": loosened }),
  },
  {
    name: "a bound without its value instead of with",
    old: { type: "number", maximum: 5 },
    fresh: { type: "number", exclusiveMaximum: 5 },
    ...both({ "limit-tightened N": checked }),
  },
  {
    name: "the same bound of integers",
    old: { type: "integer", exclusiveMinimum: 4, maximum: 9.5 },
    fresh: { type: "integer", minimum: 5, exclusiveMaximum: 10 },
    ...both({}),
  },
  {
    name: "a finer step",
    old: { type: "number", multipleOf: 4 },
    fresh: { type: "number", multipleOf: 2 },
    ...both({ "limit-loosened N": loosened }),
  },
  {
    name: "a coarser step",
    old: { type: "number", multipleOf: 2 },
    fresh: { type: "number", multipleOf: 4 },
    ...both({ "limit-tightened N": checked }),
  },
  {
    name: "numbers of a list are integers anyway",
    old: { enum: [1, 2] },
    fresh: { type: "integer", enum: [1, 2] },
    ...both({}),
  },
  {
    name: "words within a rule",
    old: object(
      { a: text },
      { not: { required: ["b"], description: "old" }, propertyNames: { maxLength: 9, title: "x" } },
    ),
    fresh: object({ a: text }, { not: { required: ["b"], description: "new" }, propertyNames: { maxLength: 9 } }),
    ...both({}),
  },
  {
    name: "a pattern that let members in is gone",
    old: object({}, { patternProperties: { "^x": text }, additionalProperties: false }),
    fresh: object({}, { additionalProperties: false }),
    ...both({ "rule-changed N": checked, "names-closed N": breaks }),
  },
  {
    name: "items behind the first ones",
    old: { type: "array", prefixItems: [text, { type: "integer" }], items: text },
    fresh: { type: "array", prefixItems: [text, { type: "integer" }], items: { type: "integer" } },
    ...both({ "rule-changed N": checked }),
  },
  {
    name: "members without names can no longer be read",
    old: object({ a: text }, { additionalProperties: text }),
    fresh: object({ a: text }, { additionalProperties: false }),
    ...both({ "closed N": checked, "names-closed N": breaks }),
  },
  {
    name: "of two members that must be there, any one will do",
    old: object({ a: text, b: text }, { required: ["a", "b"] }),
    fresh: object({ a: text, b: text }, { minProperties: 1 }),
    params: { "required-removed N.a": adds, "required-removed N.b": adds, "limit-loosened N": loosened },
    result: { "required-removed N.a": breaks, "required-removed N.b": breaks, "limit-loosened N": loosened },
  },
  {
    name: "an object that had to be empty may have members",
    old: object({ a: object({}, { additionalProperties: false }) }),
    fresh: object({ a: object({}, { additionalProperties: text }) }),
    params: { "opened N.a.*": loosened, "type-widened N.a": adds },
    result: { "opened N.a.*": loosened, "type-widened N.a": breaks },
  },
  {
    name: "a member of a map gets a schema of its own",
    old: object({}, { additionalProperties: text }),
    fresh: object({ a: { ...text, maxLength: 3 }, b: text }, { additionalProperties: text }),
    ...both({ "member-added N.a": adds, "limit-tightened N.*": checked, "member-added N.b": adds }),
  },
  {
    name: "an object of anything gets a member",
    old: { type: "object" },
    fresh: object({ a: text }),
    ...both({ "names-closed N": breaks, "member-added N.a": adds }),
  },
  {
    name: "a member may only be read",
    old: object({ a: text }),
    fresh: object({ a: { ...text, readOnly: true } }),
    params: { "readonly-added N.a": "types major" },
    result: { "readonly-added N.a": "types minor" },
  },
  {
    name: "something finite where something endless is now",
    old: object({ m: object({ next: object({ next: text }) }) }),
    fresh: object({ m: { $ref: "#/components/schemas/M" } }),
    others: { M: object({ next: { $ref: "#/components/schemas/M" } }) },
    ...both({ "type-changed N.m.next.next": breaks }),
  },
  {
    name: "members come by way of an allOf",
    old: object({ a: text }),
    fresh: { allOf: [object({ a: text }), { required: ["a"] }, { properties: { b: text }, type: "object" }] },
    params: { "required-added N.a": breaks, "member-added N.b": adds },
    result: { "required-added N.a": reads, "member-added N.b": adds },
  },
];
