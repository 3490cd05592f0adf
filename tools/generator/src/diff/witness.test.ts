import { expect, test } from "vitest";
import { createValidator } from "../lint/validator.ts";
import { readSmall, withComponents } from "../testing/read-text.ts";
import { type DiffOptions, diffSpecs, isReadable, type ReadableSpec } from "./diff-specs.ts";

const text = { type: "string" };

async function read(schemas: object): Promise<ReadableSpec> {
  const spec = await readSmall({ document: withComponents(schemas) });
  if (!isReadable(spec)) throw new Error("not readable");
  return spec;
}

async function diff(old: object, fresh: object, options: DiffOptions = {}) {
  return diffSpecs(await read(old), await read(fresh), options);
}

const object = (properties: object, required: readonly string[] = []) => ({ type: "object", properties, required });

test.each([
  [
    "a text that is too long by one",
    { N: object({ a: { ...text, maxLength: 500 } }) },
    { N: object({ a: { ...text, maxLength: 400 } }) },
    401,
  ],
  ["a pattern", { N: object({ a: text }) }, { N: object({ a: { ...text, pattern: "^[0-9]+$" } }) }, 1],
  [
    "something deep down",
    { N: object({ a: { type: "array", items: object({ b: text }) } }) },
    { N: object({ a: { type: "array", items: object({ b: { type: "integer" } }) } }) },
    1,
  ],
  [
    "a map",
    { N: { type: "object", additionalProperties: text } },
    { N: { type: "object", additionalProperties: { type: "number" } } },
    1,
  ],
])("%s is found and small", async (_name, old, fresh, slack) => {
  const { changes } = await diff(old, fresh);
  const { witness } = changes[0] ?? {};
  expect(changes).toHaveLength(1);
  expect(witness?.verdict).toBe("refused");
  expect(JSON.stringify(witness?.document).length).toBeLessThan(30 + slack);
});

test("each is judged as it says by the validators of the two files, and by nothing else that has changed", async () => {
  const before = { N: object({ a: text, b: text, c: { enum: ["x", "y"] } }, ["a"]) };
  const after = { N: object({ a: text, b: { type: "integer" }, c: { enum: ["x"] }, d: text }, ["a", "d"]) };
  const [old, fresh] = [await read(before), await read(after)];
  const { changes } = await diffSpecs(old, fresh);
  const [was, is] = [createValidator(old.model.document), createValidator(fresh.model.document)];
  const shown = Object.fromEntries(changes.map(({ code, witness }) => [code, witness?.document]));
  expect(shown).toEqual({
    "member-added-required": { a: "x" },
    "type-changed": expect.objectContaining({ a: "x", d: "x", b: "" }),
    "enum-value-removed": expect.objectContaining({ a: "x", d: "x", c: "y" }),
  });
  for (const { witness } of changes) {
    expect(was.check("N", witness?.document)).toBe("");
    expect(is.check("N", witness?.document)).toBe(witness?.because);
    expect(witness?.because).not.toBe("");
  }
});

test("each value of an enum is shown by itself, and thousands of them are compared at once", async () => {
  const some = (...values: readonly string[]) => ({ N: object({ a: { enum: values } }) });
  const { changes } = await diff(some("x", "y", "zz"), some("x", "w"));
  expect(changes.map(({ message, witness }) => [message, witness?.document])).toEqual([
    ['may no longer be "y"', { a: "y" }],
    ['may no longer be "zz"', { a: "zz" }],
    ['may also be "w"', { a: "w" }],
  ]);
  const many = (length: number) => some(...Array.from({ length }, (_, i) => `v${i}`));
  expect((await diff(many(20_000), many(20_001))).changes).toMatchObject([{ witness: { document: { a: "v20000" } } }]);
});

test("the same input gives the same output, whatever the time", async () => {
  const [old, fresh] = [
    { N: object({ a: text }) },
    { N: object({ a: { ...text, pattern: "^[a-f]{3}$" }, b: text }, ["b"]) },
  ];
  const [a, b] = [await read(old ?? {}), await read(fresh ?? {})];
  expect(await diffSpecs(a, b)).toEqual(await diffSpecs(a, b));
});

test("the search has an end, for one change and for all of them", async () => {
  const names = Array.from({ length: 12 }, (_, i) => `a${i}`);
  const [old, fresh] = [text, { type: "integer" }].map((schema) => ({
    N: object(Object.fromEntries(names.map((name) => [name, schema]))),
  }));
  if (!old || !fresh) throw new Error("no schemas");
  const found = async (options: DiffOptions) =>
    (await diff(old, fresh, options)).changes.filter(({ witness }) => witness);
  expect(await found({ maxWitnesses: 5 })).toHaveLength(5);
  expect(await found({ witnessRuns: 0 })).toHaveLength(0);
  expect(await found({})).toHaveLength(12);
});

test("what no document can show is told all the same", async () => {
  const never = { type: "object", minProperties: 3, maxProperties: 2 };
  const { changes } = await diff({ N: never }, { N: { ...never, maxProperties: 1 } });
  expect(changes.map(({ code, witness }) => [code, witness])).toEqual([["limit-tightened", undefined]]);
});

test("components in a chain that is too long for the validator are compared without witnesses", async () => {
  const chain = (last: object) =>
    Object.fromEntries(
      Array.from({ length: 1500 }, (_, i) => [
        `C${i}`,
        object({ next: i < 1499 ? { $ref: `#/components/schemas/C${i + 1}` } : last, tag: i === 0 ? last : text }),
      ]),
    );
  const { changes } = await diff(chain(text), chain({ type: "integer" }));
  expect(changes.map(({ code, subject }) => `${code} ${subject}`)).toEqual([
    "type-changed C0.tag",
    "type-changed C1499.next",
  ]);
});

test.each([
  ["looks ahead", { ...text, pattern: "^(?=a)a" }],
  ["knows the edge of a word", { ...text, pattern: "\\bfoo\\b" }],
  ["has a part again", { ...text, pattern: "(a)\\1" }],
  ["is for no text", { ...text, minLength: 5, maxLength: 3 }],
  ["is for no list", { type: "array", minItems: 5, maxItems: 3 }],
  ["is for no number", { type: "integer", minimum: 5, maximum: 3 }],
  ["is for lists longer than memory", { type: "array", minItems: 1e9 }],
  [
    "is for lists of lists of lists",
    { type: "array", minItems: 1e3, items: { type: "array", minItems: 1e3, items: { type: "array", minItems: 1e3 } } },
  ],
  ["is for texts longer than memory", { ...text, minLength: 1e9 }],
  ["is for numbers of no size", { type: "number", multipleOf: 1e-300 }],
])("a schema that %s is compared all the same", async (_name, schema) => {
  const { changes } = await diff(
    { N: object({ a: schema, b: text }) },
    { N: object({ a: schema, b: { type: "integer" } }) },
  );
  expect(changes).toMatchObject([{ code: "type-changed", witness: { verdict: "refused", document: { b: "" } } }]);
  const narrower = { ...schema, enum: ["none of these"] };
  const { changes: own } = await diff(
    { N: object({ a: schema }) },
    { N: object({ a: { ...narrower, type: "string" } }) },
  );
  expect(own.length).toBeGreaterThan(0);
});

test("components that need two of one another each are compared, however many there are", async () => {
  const chain = (last: object) =>
    Object.fromEntries(
      Array.from({ length: 40 }, (_, i) => {
        const next = { $ref: `#/components/schemas/C${i + 1}` };
        return [`C${i}`, i < 39 ? object({ a: next, b: next }, ["a", "b"]) : last];
      }),
    );
  const { changes } = await diff(chain(object({ a: text }, ["a"])), chain(object({ a: { type: "integer" } }, ["a"])));
  expect(changes.map(({ code, subject }) => `${code} ${subject}`)).toEqual(["type-changed C39.a"]);
});

test("a pattern that takes for ever ends the search, not the comparison", async () => {
  const pattern = (end: string) => object({ a: { ...text, pattern: `^(a+)+${end}$` } });
  const { changes } = await diff({ N: pattern("") }, { N: pattern("b") }, { witnessTimeout: 100 });
  expect(changes.map(({ code }) => code)).toEqual(["rule-changed"]);
});

test.each([
  ["a pattern that is none", { ...text, pattern: "^\\d\\-$" }],
  ["a limit that is none", { type: "integer", minimum: "3" }],
  ["a type that is none", { type: "file" }],
  ["an identifier in no use", { ...text, $recursiveAnchor: true }],
])("what a lenient reading leaves out keeps no witness from being found: %s", async (_name, schema) => {
  const read = async (b: object) => {
    const spec = await readSmall({ document: withComponents({ N: object({ a: schema, b }) }) }, { lenient: true });
    if (!isReadable(spec)) throw new Error("not readable");
    return spec;
  };
  const { changes } = await diffSpecs(await read(text), await read({ type: "integer" }));
  expect(changes).toMatchObject([{ code: "type-changed", witness: { document: { b: "" } } }]);
});
