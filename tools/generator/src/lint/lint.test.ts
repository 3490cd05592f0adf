import { expect, test } from "vitest";
import { readSmall, withComponents } from "../testing/read-text.ts";

const text = { type: "string" };
const refer = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const endless = { type: "string", pattern: "^(a+)+$" };
const long = `${"a".repeat(40)}!`;

test("a request that its own schema judges wrongly is shown, as in the file that many agents publish", async () => {
  const parts = {
    A: { type: "object", properties: { id: text } },
    GetTaskRequest: { type: "object", properties: { id: text, n: { type: "integer" } } },
  };
  const request = {
    type: "object",
    properties: {
      jsonrpc: {},
      id: {},
      method: { enum: ["GetTask"] },
      params: { oneOf: [{ $ref: "#/components/schemas/A" }, { $ref: "#/components/schemas/GetTaskRequest" }] },
    },
  };
  const { findings } = await readSmall({ document: withComponents({ ...parts, Envelope: request }) });
  expect(findings.map(({ rule, witness }) => [rule, witness])).toEqual([
    ["request-refused", { jsonrpc: "2.0", id: 1, method: "GetTask", params: {} }],
    ["request-accepted", { jsonrpc: "2.0", id: 1, method: "GetTask", params: { n: "x" } }],
  ]);
});

test.each([
  ["a pattern that is none", { type: "string", pattern: "^\\d\\-$", example: "1-" }],
  ["a limit that is none", { type: "integer", minimum: "3", example: 4 }],
  ["a type that is none", { type: "file", example: "x" }],
  ["no schema", { type: "array", items: null, example: [1] }],
])("examples are checked all the same where %s is left out", async (_name, schema) => {
  const wrong = { type: "integer", example: "x" };
  const { findings } = await readSmall({ document: withComponents({ N: schema, W: wrong }) }, { lenient: true });
  expect(findings.map(({ rule, pointer }) => `${rule} ${pointer.split("/")[3]}`)).toEqual([
    "keyword-left-out N",
    "example-invalid W",
  ]);
});

test.each([
  ["that ajv cannot compare", { N: { const: { a: {} }, example: { a: { toString: 1 } } } }, "N", /a\.toString/],
  [
    "behind more components than the stack holds",
    Object.fromEntries(
      Array.from({ length: 3000 }, (_, i) => [
        `C${i}`,
        { type: "object", properties: i < 2999 ? { next: refer(`C${i + 1}`) } : {}, ...(i === 0 && { example: {} }) },
      ]),
    ),
    "C0",
    /stack/,
  ],
])("an example %s is said not to have been checked", async (_name, schemas, component, message) => {
  const { findings } = await readSmall({ document: withComponents(schemas) });
  expect(findings).toMatchObject([
    {
      rule: "check-stopped",
      pointer: `/components/schemas/${component}/example`,
      message: expect.stringMatching(message),
    },
  ]);
});

test.each([
  ["an example", { N: { ...endless, example: long } }, "/components/schemas/N/example"],
  ["one of several", { N: { ...endless, examples: ["a", long] } }, "/components/schemas/N/examples/1"],
])("a pattern that takes for ever on %s ends the check, with its place", async (_name, schemas, pointer) => {
  const { findings, model } = await readSmall({ document: withComponents(schemas) }, { lintTimeout: 200 });
  expect(findings).toMatchObject([
    {
      rule: "check-stopped",
      severity: "warning",
      pointer,
      line: expect.any(Number),
      message: "not checked, nor what comes behind it: that takes more than 200 ms",
    },
  ]);
  expect(model?.components.has("N")).toBe(true);
});

test("a pattern that takes for ever on the name of a member leaves out what depends on it", async () => {
  const other = { patternProperties: { "^(a+)+$": { type: "integer" } } };
  const schema = { anyOf: [{ type: "object", properties: { [long]: true } }, other], unevaluatedProperties: false };
  const { findings } = await readSmall({ document: withComponents({ N: schema }) });
  expect(findings.filter(({ severity }) => severity === "error")).toMatchObject([
    {
      rule: "keyword-unsupported",
      pointer: "/components/schemas/N/unevaluatedProperties",
      message: expect.stringContaining("needs more than 1000 ms"),
    },
  ]);
});
