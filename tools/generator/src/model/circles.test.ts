import { expect, test } from "vitest";
import { readSmall, withComponents } from "../testing/read-text.ts";

const text = { type: "string" };
const refer = (name: string) => ({ $ref: `#/components/schemas/${name}` });

function envelope(method: object): object {
  return { type: "object", properties: { jsonrpc: { const: "2.0" }, method } };
}

test("an envelope that is composed of itself is a finding, not an endless walk", async () => {
  const given = { Envelope: { allOf: [{ $ref: "#/components/schemas/Envelope" }, envelope({ enum: ["GetTask"] })] } };
  const { findings } = await readSmall({ document: withComponents(given) });
  expect(findings.map(({ rule }) => rule)).toEqual(["ref-circular"]);
});

test.each([
  ["on the way to its target", refer("N/properties/a"), "/components/schemas/N/$ref"],
  [
    "by way of the whole document",
    { type: "object", description: { $ref: "" } },
    "/components/schemas/N/description/components",
  ],
  [
    "deeper and deeper",
    { type: "object", properties: { a: refer("N/properties/a/properties/a") } },
    "/components/schemas/N/properties/a/$ref",
  ],
])("a reference that leads to itself %s is a finding with its place", async (_name, schema, pointer) => {
  const { findings } = await readSmall({ document: withComponents({ N: schema }) });
  expect(findings).toMatchObject([{ rule: "ref-circular", pointer, line: expect.any(Number) }]);
});

test("names that every object inherits are components like others, or missing like others", async () => {
  const broken = Object.fromEntries(["constructor", "__proto__"].map((name) => [name, refer(name)]));
  const { findings } = await readSmall({ document: withComponents({ N: { type: "object", properties: broken } }) });
  expect(findings.map(({ rule, pointer }) => `${rule} ${pointer}`)).toEqual([
    "ref-unresolved /components/schemas/N/properties/constructor/$ref",
    "ref-unresolved /components/schemas/N/properties/__proto__/$ref",
  ]);
});

test("what is deeper than the limit is told once per component, however often it is", async () => {
  const deep = (inner: object) => ({ type: "object", properties: { a: { type: "array", items: inner }, b: inner } });
  const limited = await readSmall(
    { document: withComponents({ A: deep(deep(text)), B: deep(deep(text)) }) },
    { maxSchemaDepth: 6 },
  );
  expect(limited.findings.map(({ rule, pointer }) => `${rule} ${pointer}`)).toEqual([
    "schema-too-deep /components/schemas/Envelope/properties/id",
    "schema-too-deep /components/schemas/A/properties/a/items/properties/a",
    "schema-too-deep /components/schemas/B/properties/a/items/properties/a",
  ]);
});

test("a component that twice is a part of one that twice is a part of another is looked at once", async () => {
  const schemas = Object.fromEntries(
    Array.from({ length: 60 }, (_, i) => {
      const part = { $ref: `#/components/schemas/C${i + 1}` };
      return [`C${i}`, i < 59 ? { allOf: [part, part] } : { type: "object", properties: { a: { type: "string" } } }];
    }),
  );
  const { model, findings } = await readSmall({ document: withComponents(schemas) });
  expect(findings).toEqual([]);
  expect(model?.components.get("C0")).toEqual({ type: "object", properties: { a: { type: "string" } } });
});

test("what would grow at each level is cut off at the limit, and soon", async () => {
  // Each level has one condition more than the one above it.
  const given = {
    A: {
      type: "object",
      patternProperties: {
        "^a": {
          allOf: [
            { $ref: "#/components/schemas/A" },
            { patternProperties: { "^b": { $ref: "#/components/schemas/A" } } },
          ],
        },
      },
      properties: { c: { allOf: [{ $ref: "#/components/schemas/A" }, { not: { required: ["d"] } }] } },
    },
  };
  const { findings } = await readSmall({ document: withComponents(given) });
  expect(findings.filter(({ rule }) => rule === "schema-too-deep").length).toBeLessThan(2);
});

test.each([
  ["a union", { A: { anyOf: [{ $ref: "#/components/schemas/A" }, text] } }, "A → A: it is composed of itself"],
  [
    "no more than a name",
    { A: { $ref: "#/components/schemas/B" }, B: { $ref: "#/components/schemas/A" } },
    "A → B → A: it is composed of itself",
  ],
  ["a condition", { A: { ...text, not: { $ref: "#/components/schemas/A" } } }, "A → A: it is composed of itself"],
  [
    "a union in $defs",
    {
      A: {
        $ref: "#/components/schemas/A/$defs/b",
        $defs: { b: { oneOf: [{ $ref: "#/components/schemas/A/$defs/b" }, text] } },
      },
    },
    "#/components/schemas/A/$defs/b is composed of itself",
  ],
])("what is composed of itself by %s is told once", async (_what, given, message) => {
  const { findings } = await readSmall({ document: withComponents(given) });
  expect(findings).toMatchObject([{ rule: "ref-circular", message, pointer: expect.stringMatching(/schemas\/A/) }]);
});

test("what is wrong in a definition that holds itself is told where it stands", async () => {
  const node = {
    type: "object",
    properties: { next: { $ref: "#/components/schemas/A/$defs/node" }, size: { ...text, minLenght: 1 } },
  };
  const { findings, locate } = await readSmall({
    document: withComponents({
      A: { type: "object", properties: { node: { $ref: "#/components/schemas/A/$defs/node" } }, $defs: { node } },
    }),
  });
  expect(findings).toMatchObject([
    { rule: "keyword-unknown", pointer: "/components/schemas/A/$defs/node/properties/size/minLenght" },
  ]);
  expect(locate("/components/schemas/A/$defs/node").line).toBeGreaterThan(1);
});
