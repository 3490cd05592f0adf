import { symlink } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type Finding, formatFinding, type Rule, rules } from "./findings.ts";
import { readSpec } from "./read-spec.ts";
import { readSmall, type SmallSpec, withComponents, withFiles } from "./testing/read-text.ts";

interface Row {
  readonly rule: Rule;
  readonly given: SmallSpec;
  readonly pointer: string;
  readonly message: RegExp;
}

const text = { type: "string" };
const overlay = (...actions: object[]) => ({ overlay: "1.0.0", info: { title: "Fix", version: "1" }, actions });
const marked = (extension: object) => overlay({ target: "$.paths['/'].post", update: { "x-a2akit": extension } });
const methods = { GetTask: { params: "GetTaskRequest", result: "Task" } };

/** One spec per rule that a document can break. */
const rows: readonly Row[] = [
  { rule: "not-openapi", given: { document: { swagger: "2.0" } }, pointer: "/openapi", message: /no openapi version/ },
  { rule: "not-openapi", given: { document: { openapi: "4.0.0" } }, pointer: "/openapi", message: /4\.0\.0/ },
  {
    rule: "overlay-without-match",
    given: { document: withComponents({}), overlay: overlay({ target: "$.components.schemas.Gone", remove: true }) },
    pointer: "/actions/0/target",
    message: /selects nothing/,
  },
  {
    rule: "overlay-invalid",
    given: { document: withComponents({}), overlay: overlay({ target: "$.components[", remove: true }) },
    pointer: "/actions/0/target",
    message: /JSONPath/,
  },
  {
    rule: "ref-unresolved",
    given: { document: withComponents({ A: { properties: { b: { $ref: "#/components/schemas/Gone" } } } }) },
    pointer: "/components/schemas/A/properties/b/$ref",
    message: /resolve/,
  },
  {
    rule: "ref-outside",
    given: { document: withComponents({ A: { $ref: "../other.json#/A" } }) },
    pointer: "/components/schemas/A/$ref",
    message: /outside the folder/,
  },
  {
    rule: "ref-outside",
    given: { document: withComponents({ A: { $ref: "https://example.com/a.json#/A" } }) },
    pointer: "/components/schemas/A/$ref",
    message: /on the network/,
  },
  {
    rule: "keyword-unsupported",
    given: {
      document: withComponents({
        A: {
          type: "object",
          properties: {
            b: {
              type: "object",
              anyOf: [..."vwxyz"].map((letter) => ({ required: [letter], patternProperties: { [`^${letter}`]: {} } })),
              unevaluatedProperties: false,
            },
          },
        },
      }),
    },
    pointer: "/components/schemas/A/properties/b/unevaluatedProperties",
    message: /unevaluatedProperties depends on 5 parts of the schema, of more than 4/,
  },
  {
    rule: "keyword-unsupported",
    given: { document: withComponents({ A: { $recursiveRef: "#" } }) },
    pointer: "/components/schemas/A/$recursiveRef",
    message: /cannot be honoured/,
  },
  {
    rule: "keyword-unsupported",
    given: { document: withComponents({ A: { type: "string", pattern: "(" } }) },
    pointer: "/components/schemas/A/pattern",
    message: /regular expression/,
  },
  {
    rule: "keyword-unknown",
    given: { document: withComponents({ A: { type: "string", maxLenght: 3 } }) },
    pointer: "/components/schemas/A/maxLenght",
    message: /maxLenght/,
  },
  {
    rule: "type-assumed",
    given: { document: withComponents({ A: { properties: { b: text } } }) },
    pointer: "/components/schemas/A",
    message: /no type/,
  },
  {
    rule: "ref-circular",
    given: { document: withComponents({ A: { allOf: [{ $ref: "#/components/schemas/A" }, { type: "object" }] } }) },
    pointer: "/components/schemas/A/allOf/0/$ref",
    message: /composed of itself/,
  },
  {
    rule: "name-numbered",
    given: { document: withComponents({ "A.B": text, A_B: text }) },
    pointer: "/components/schemas/A.B",
    message: /A_B is called A_B, so A\.B is called A_B2/,
  },
  {
    rule: "rpc-missing",
    given: { document: { openapi: "3.1.0", info: { title: "x", version: "1" }, paths: {} } },
    pointer: "/paths",
    message: /no JSON-RPC endpoint/,
  },
  { rule: "rpc-ambiguous", given: { document: twice() }, pointer: "/paths/~1b/post", message: /\/ and \/b/ },
  {
    rule: "methods-unknown",
    given: { document: withComponents({ Envelope: envelope(text) }) },
    pointer: "/paths/~1/post",
    message: /no method of A2A 1.0 is named/,
  },
  {
    rule: "methods-unknown",
    given: { document: withComponents({ Envelope: envelope({ enum: ["message/send"] }) }) },
    pointer: "/paths/~1/post",
    message: /no method of A2A 1.0 is named/,
  },
  {
    rule: "method-not-canonical",
    given: { document: withComponents({ Envelope: envelope({ enum: ["GetTask", "message/send"] }) }) },
    pointer: "/paths/~1/post",
    message: /message\/send/,
  },
  {
    rule: "extension-invalid",
    given: { document: withComponents({}), overlay: marked({ methods: { GetTask: { params: 1 } } }) },
    pointer: "/actions/0/update/x-a2akit/methods/GetTask/params",
    message: /params is 1; it must be text/,
  },
  {
    rule: "extension-invalid",
    given: { document: withComponents({}), overlay: marked({ methods, cardShape: "round" }) },
    pointer: "/actions/0/update/x-a2akit/cardShape",
    message: /cardShape is "round"; it must be interfaces or flat/,
  },
  {
    rule: "extension-invalid",
    given: { document: withComponents({}), overlay: marked({ methods, cardshape: "flat" }) },
    pointer: "/actions/0/update/x-a2akit/cardshape",
    message: /not known here; did you mean cardShape\?/,
  },
  {
    rule: "component-missing",
    given: {
      document: withComponents({}),
      overlay: marked({ methods: { GetTask: { params: "Gone", result: "Task" } } }),
    },
    pointer: "/actions/0/update/x-a2akit/methods/GetTask/params",
    message: /no component Gone/,
  },
  {
    rule: "facts-disagree",
    given: {
      document: withComponents({}),
      overlay: marked({ methods: { CancelTask: { params: "GetTaskRequest", result: "Task" } } }),
    },
    pointer: "/actions/0/update/x-a2akit/methods",
    message: /also names GetTask/,
  },
  {
    rule: "facts-disagree",
    given: {
      document: withComponents({
        GetTaskRequest: { type: "object", properties: { historyLength: {}, page_size: {} } },
      }),
    },
    pointer: "/paths/~1/post",
    message: /historyLength and page_size/,
  },
  {
    rule: "facts-disagree",
    given: {
      document: withComponents(
        {},
        { security: [{ other: [] }], components: secured({ authorizationCode: {}, clientCredentials: {} }) },
      ),
    },
    pointer: "/components/securitySchemes/login",
    message: /only authorizationCode/,
  },
  {
    rule: "facts-disagree",
    given: {
      document: withComponents({}, { security: [{ other: [] }], components: secured({ clientCredentials: {} }) }),
    },
    pointer: "/security/0/other",
    message: /no security scheme other/,
  },
  {
    rule: "example-invalid",
    given: {
      document: withComponents({ A: { type: "object", properties: { n: { type: "integer", example: "three" } } } }),
    },
    pointer: "/components/schemas/A/properties/n/example",
    message: /must be integer/,
  },
  {
    rule: "example-invalid",
    given: {
      document: withComponents({ A: { type: "array", prefixItems: [{ type: "integer", examples: [1, "x"] }] } }),
    },
    pointer: "/components/schemas/A/prefixItems/0/examples/1",
    message: /must be integer/,
  },
];

function secured(flows: object): object {
  const { components } = withComponents({}) as { components: object };
  return { ...components, securitySchemes: { login: { type: "oauth2", flows } } };
}

function envelope(method: object): object {
  return { type: "object", properties: { jsonrpc: { const: "2.0" }, method } };
}

function twice(): object {
  const document = withComponents({}) as { paths: Record<string, unknown> };
  return { ...document, paths: { ...document.paths, "/b": document.paths["/"] } };
}

test.each(rows)("$rule: $message", async ({ rule, given, pointer, message }) => {
  const { findings } = await readSmall(given);
  const found = findings.find((finding) => finding.rule === rule);
  expect(found, JSON.stringify(findings)).toMatchObject({
    severity: rules[rule].severity,
    pointer,
    hint: rules[rule].hint,
  });
  expect(found?.message).toMatch(message);
  expect(found?.line).toBeGreaterThan(0);
});

test("a request that its own schema judges wrongly is shown, as in the file that many agents publish", async () => {
  const parts = {
    A: { type: "object", properties: { id: text } },
    GetTaskRequest: { type: "object", properties: { id: text, n: { type: "integer" } } },
  };
  const request = {
    ...envelope({ enum: ["GetTask"] }),
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

test("an envelope that is composed of itself is a finding, not an endless walk", async () => {
  const given = { Envelope: { allOf: [{ $ref: "#/components/schemas/Envelope" }, envelope({ enum: ["GetTask"] })] } };
  const { findings } = await readSmall({ document: withComponents(given) });
  expect(findings.map(({ rule }) => rule)).toEqual(["ref-circular"]);
});

test("line and column point at the key, in YAML and in JSON", async () => {
  const yaml =
    "openapi: 3.1.0\ninfo: { title: x, version: '1' }\npaths: {}\ncomponents:\n  schemas:\n    A:\n      type: string\n      maxLenght: 3\n";
  const [fromYaml] = await findingsOf("s/openapi.yaml", yaml, "keyword-unknown");
  expect(fromYaml).toMatchObject({ line: 8, column: 7, pointer: "/components/schemas/A/maxLenght" });
  const json = JSON.stringify(
    {
      openapi: "3.1.0",
      info: { title: "x", version: "1" },
      paths: {},
      components: { schemas: { A: { type: "string", maxLenght: 3 } } },
    },
    null,
    2,
  );
  const [fromJson] = await findingsOf("s/openapi.json", json, "keyword-unknown");
  expect(fromJson).toMatchObject({ line: 12, column: 9 });
});

test("a file that cannot be read, is too long or is no YAML is a finding, not an exception", async () => {
  expect((await readSpec("/nowhere/openapi.yaml")).findings).toMatchObject([{ rule: "file-unreadable" }]);
  expect(await findingsOf("s/openapi.yaml", "a: b", "input-too-large", 3)).toMatchObject([
    { message: "4 bytes; the limit is 3" },
  ]);
  expect(await findingsOf("s/openapi.yaml", "a: [1", "syntax-error")).toMatchObject([{ line: 1 }]);
  expect(await findingsOf("s/openapi.yaml", "a: 1\na: 2", "syntax-error")).toMatchObject([
    { line: 2, message: expect.stringMatching(/unique/) },
  ]);
});

async function findingsOf(
  path: string,
  source: string,
  rule: Rule,
  maxSpecBytes?: number,
): Promise<readonly Finding[]> {
  const { findings } = await withFiles({ [path]: source }, (folder) =>
    readSpec(join(folder, path), maxSpecBytes === undefined ? {} : { maxSpecBytes }),
  );
  return findings.filter((finding) => finding.rule === rule);
}

const refer = (name: string) => ({ $ref: `#/components/schemas/${name}` });

test.each([
  ["on the way to its target", refer("N/properties/a"), "/components/schemas/N/$ref"],
  [
    "deeper and deeper",
    { type: "object", properties: { a: refer("N/properties/a/properties/a") } },
    "/components/schemas/N/properties/a/$ref",
  ],
])("a reference that leads to itself %s is a finding with its place", async (_name, schema, pointer) => {
  const { findings } = await readSmall({ document: withComponents({ N: schema }) });
  expect(findings).toMatchObject([{ rule: "ref-circular", pointer, line: expect.any(Number) }]);
});

test("references of several files that lead to one another end in a finding, not in a crash", async () => {
  const beside = (schema: object) => ({ type: "object", properties: { z: schema } });
  const files = {
    "s/openapi.json": JSON.stringify(
      withComponents({ A: { $ref: "more.json#/B" }, C: beside(beside({ $ref: "more.json#/D" })) }),
    ),
    "s/more.json": JSON.stringify({
      B: { $ref: "openapi.json#/components/schemas/A" },
      D: beside({ $ref: "#/E" }),
      E: { $ref: "#/E" },
    }),
  };
  const { findings } = await withFiles(files, (folder) => readSpec(join(folder, "s/openapi.json")));
  expect(findings).toMatchObject([{ rule: "ref-circular", message: expect.stringMatching(/file beside it/) }]);
});

test("names that every object inherits are components like others, or missing like others", async () => {
  const broken = Object.fromEntries(["constructor", "__proto__"].map((name) => [name, refer(name)]));
  const { findings } = await readSmall({ document: withComponents({ N: { type: "object", properties: broken } }) });
  expect(findings.map(({ rule, pointer }) => `${rule} ${pointer}`)).toEqual([
    "ref-unresolved /components/schemas/N/properties/constructor/$ref",
    "ref-unresolved /components/schemas/N/properties/__proto__/$ref",
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

const endless = { type: "string", pattern: "^(a+)+$" };
const long = `${"a".repeat(40)}!`;

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

test("a reference to a file beside the spec is bundled", async () => {
  const document = withComponents({ A: { $ref: "more.json#/B" } });
  const files = {
    "s/openapi.json": JSON.stringify(document),
    "s/more.json": JSON.stringify({ B: { type: "integer" } }),
  };
  const { model, findings } = await withFiles(files, (folder) => readSpec(join(folder, "s/openapi.json")));
  expect(findings).toEqual([]);
  expect([...(model?.components.values() ?? [])]).toContainEqual({ type: "integer" });
});

test("a link in the folder of the spec leads no further than the folder", async () => {
  const document = withComponents({ A: { $ref: "more.json#/B" } });
  const files = { "s/openapi.json": JSON.stringify(document), "outside.json": JSON.stringify({ B: text }) };
  const { findings } = await withFiles(files, async (folder) => {
    await symlink(join(folder, "outside.json"), join(folder, "s/more.json"));
    return readSpec(join(folder, "s/openapi.json"));
  });
  expect(findings).toMatchObject([
    {
      rule: "ref-outside",
      pointer: "/components/schemas/A/$ref",
      message: expect.stringMatching(/outside the folder/),
    },
  ]);
});

test("a file beside the spec that cannot be read is a finding about the bundle", async () => {
  const document = withComponents({ A: { $ref: "more.json#/B" } });
  const files = { "s/openapi.json": JSON.stringify(document), "s/more.json": "{ B: [" };
  const { model, findings } = await withFiles(files, (folder) => readSpec(join(folder, "s/openapi.json")));
  expect(model).toBeUndefined();
  expect(findings).toMatchObject([
    { rule: "bundle-failed", message: expect.stringMatching(/flow collection/) },
    { rule: "ref-unresolved" },
  ]);
});

test("an overlay that is none says so", async () => {
  const { findings } = await readSmall({ document: withComponents({}), overlay: { actions: [] } });
  expect(findings).toMatchObject([{ rule: "overlay-invalid", message: expect.stringMatching(/not an Overlay/) }]);
});

test("every rule is tested", () => {
  const here = [
    "keyword-invalid",
    "bundle-failed",
    "schema-too-deep",
    "file-unreadable",
    "input-too-large",
    "syntax-error",
    "manifest-invalid",
    "manifest-outdated",
    "spec-not-listed",
    "pin-mismatch",
    "request-refused",
    "request-accepted",
    "check-stopped",
    // In folder/generate-folder.test.ts.
    "dialect-left-out",
    "keyword-left-out",
    // In resolve-identifiers.test.ts.
    "ref-assumed",
  ];
  const tested = new Set<string>([...here, ...rows.map(({ rule }) => rule)]);
  expect(Object.keys(rules).filter((rule) => !tested.has(rule))).toEqual([]);
});

test("a finding reads well", () => {
  const finding: Finding = {
    rule: "pin-mismatch",
    severity: "error",
    file: "specs/manifest.json",
    pointer: "/specs/0",
    line: 3,
    column: 5,
    message: "it has changed",
    hint: "look",
    witness: { a: 1 },
  };
  expect(formatFinding(finding)).toBe(
    'specs/manifest.json:3:5 error pin-mismatch /specs/0\n    it has changed\n    look\n    witness: {"a":1}',
  );
});
