import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import { loadSchemas, schemaOf } from "../agreement/load-schemas.ts";
import { sampleDocuments } from "../agreement/sample-documents.ts";
import { emitSchemas } from "../emit/schemas.ts";
import { emitTypes } from "../emit/types.ts";
import { schemaName } from "../identifiers.ts";
import { bareDocument, toldOf } from "../testing/bare-document.ts";
import { readSmall } from "../testing/read-text.ts";

const text = { type: "string" };
const object = (properties: object, more: object = {}) => ({ type: "object", properties, ...more });

const rows: Readonly<Record<string, object>> = {
  "an anchor": {
    Order: object({ by: { $ref: "#person" }, lines: { type: "array", items: { $ref: "#line" } } }),
    Person: { $anchor: "person", ...object({ name: text }, { required: ["name"] }) },
    Book: object({ entry: { $anchor: "line", ...object({ count: { type: "integer" } }, { required: ["count"] }) } }),
  },
  "an $id, by itself, relative to another one, with a pointer and with an anchor": {
    Tree: {
      $id: "https://schemas.example/tree/",
      ...object({
        root: { $ref: "#node" },
        also: { $ref: "leaf" },
        size: { $ref: "#/$defs/size" },
        self: { $ref: "#" },
      }),
      required: ["root"],
      $defs: {
        node: { $anchor: "node", ...object({ label: text }, { required: ["label"] }) },
        leaf: { $id: "leaf", type: "integer", minimum: 3 },
        size: { type: "integer" },
      },
    },
    Uses: object({
      tree: { $ref: "https://schemas.example/tree/" },
      leaf: { $ref: "https://schemas.example/tree/leaf" },
      node: { $ref: "https://schemas.example/tree/#node" },
      size: { $ref: "https://schemas.example/tree/#/$defs/size", maximum: 9 },
    }),
  },
  "a URN": {
    Id: {
      $id: "urn:example:id",
      type: "string",
      minLength: 2,
      $defs: { short: { $anchor: "short", type: "string", maxLength: 1 } },
    },
    Uses: object({ id: { $ref: "urn:example:id" }, short: { $ref: "urn:example:id#short" } }),
  },
  "a $dynamicRef with one anchor": {
    Node: {
      $dynamicAnchor: "node",
      ...object(
        { value: { type: "integer" }, kids: { type: "array", items: { $dynamicRef: "#node" } } },
        { required: ["value"] },
      ),
    },
  },
  "names that are no keywords": {
    Odd: object({
      $id: text,
      $anchor: { type: "integer" },
      $ref: { $ref: "#odd" },
      default: { $anchor: "odd", type: "boolean" },
    }),
    Held: { type: "object", const: { $id: "https://x.example/", $anchor: "a b" } },
  },
};

const URI = "https://document.example/openapi";

/** What ajv says of the document as it is written. */
function judgeOf(document: object): (component: string, value: unknown) => boolean {
  const ajv = new Ajv2020({ strict: false, validateSchema: false, logger: false, ownProperties: true });
  ajv.addSchema({ ...document, $id: URI });
  return (component, value) => ajv.validate({ $ref: `${URI}#/components/schemas/${component}` }, value);
}

describe.each(Object.entries(rows))("%s", (_name, schemas) => {
  const document = bareDocument(schemas);

  test.each(["zod", "zod/mini"] as const)("%s says what ajv says of the file as it is", async (zod) => {
    const { model, findings } = await readSmall({ document }, { lenient: true });
    expect(findings.map(({ rule, message }) => `${rule} ${message}`)).toEqual([
      "dialect-left-out no JSON-RPC endpoint",
    ]);
    if (!model) throw new Error("not read");
    const emitted = loadSchemas(await emitSchemas(model, { zod }));
    expect(await emitTypes(model)).not.toContain("any");
    const isValid = judgeOf(document);
    let valid = 0;
    for (const component of Object.keys(schemas)) {
      const schema = model.components.get(component) ?? true;
      for (const value of sampleDocuments(schema, { components: model.components, runs: 150, seed: 5 })) {
        const expected = isValid(component, value);
        if (expected) valid++;
        const { success } = schemaOf(emitted, schemaName(component)).safeParse(value);
        expect({ component, value, success }).toEqual({ component, value, success: expected });
      }
    }
    expect(valid).toBeGreaterThan(50);
  });
});

test("who gives a schema an $id and still means the file by # is told", async () => {
  const schemas = { A: { $id: "https://schemas.example/a", $ref: "#/components/schemas/B" }, B: text };
  expect(await toldOf(schemas)).toEqual([
    [
      "ref-assumed",
      "A/$ref",
      "in the schema with the $id https://schemas.example/a, #/components/schemas/B leads nowhere; the place in the file is taken",
    ],
  ]);
});

test.each([
  [
    { A: { $anchor: "a" }, B: { $anchor: "a", ...text } },
    ["keyword-left-out", "B/$anchor", "another schema has the same $anchor; that one counts"],
  ],
  [{ A: { $id: "#a", ...text } }, ["keyword-left-out", "A/$id", "$id is no URI without a fragment"]],
  [
    { A: { $schema: "http://json-schema.org/draft-07/schema#" } },
    ["keyword-left-out", "A/$schema", '"http://json-schema.org/draft-07/schema#" is not read as such, but as 2020-12'],
  ],
] as const)("%j", async (schemas, finding) => {
  expect(await toldOf(schemas)).toEqual([finding]);
});

test("a reference to nowhere is an error, by anchor and by URI", async () => {
  const { findings } = await readSmall({
    document: bareDocument({ A: { $id: "https://x.example/a", $ref: "b" }, B: { $ref: "#b" } }),
  });
  expect(findings.map(({ severity, pointer }) => `${severity} ${pointer}`)).toEqual([
    "error /components/schemas/A/$ref",
    "error /components/schemas/B/$ref",
  ]);
});
