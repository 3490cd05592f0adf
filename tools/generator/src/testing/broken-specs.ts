import type { Rule } from "../findings.ts";
import { type SmallSpec, withComponents } from "./read-text.ts";

export interface BrokenSpec {
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
export const brokenSpecs: readonly BrokenSpec[] = [
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
    rule: "errors-not-canonical",
    given: { document: withComponents({}), overlay: marked({ methods, errors: {} }) },
    pointer: "/actions/0/update/x-a2akit/errors",
    message: /nothing is made of these errors/,
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
