import { expect, test } from "vitest";
import { readSmall, withComponents } from "../testing/read-text.ts";
import { createValidator } from "../validator.ts";
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
