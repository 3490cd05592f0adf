import { expect, test } from "vitest";
import { readSmall, withComponents } from "../testing/read-text.ts";
import { diffSpecs, isReadable, type ReadableSpec } from "./diff-specs.ts";

async function read(document: object): Promise<ReadableSpec> {
  const spec = await readSmall({ document });
  if (!isReadable(spec)) throw new Error("not readable");
  return spec;
}

const told = async (old: object, fresh: object) => {
  const { changes } = await diffSpecs(await read(old), await read(fresh));
  return changes.map(({ code, subject }) => `${code} ${subject}`);
};

const agent = withComponents({});
const plain = { ...agent, paths: {} };
const note = (schema: object) => ({ ...plain, components: { schemas: { Note: schema } } });

test("an endpoint may come and go; without one there is no dialect to compare", async () => {
  expect(await told(agent, plain)).toEqual(["endpoint-removed JSON-RPC endpoint", "method-removed GetTask"]);
  expect(await told(plain, agent)).toEqual(["endpoint-added JSON-RPC endpoint", "method-added GetTask"]);
  expect(await told(note({ type: "string" }), note({ type: "number" }))).toEqual(["type-changed Note"]);
});

test.each([
  ["what only one operation sends", "post", "requestBody", ["types", "schemas"], "minor"],
  ["what only one operation answers", "get", "responses", ["types", "schemas"], "major"],
])("of plain OpenAPI, %s has a direction, too", async (_name, method, place, names, level) => {
  const content = { content: { "application/json": { schema: { $ref: "#/components/schemas/Note" } } } };
  const operation =
    place === "responses" ? { responses: { 200: { description: "ok", ...content } } } : { requestBody: content };
  const document = (values: readonly string[]) => ({
    ...note({ type: "string", enum: values }),
    paths: { "/notes": { [method]: operation } },
  });
  const { packages } = await diffSpecs(await read(document(["a"])), await read(document(["a", "b"])));
  expect(packages).toEqual(Object.fromEntries(names.map((name) => [`@a2akit/${name}`, level])));
});

const body = { content: { "application/json": { schema: { $ref: "#/components/schemas/Note" } } } };
const ok = { 200: { description: "ok" } };
const answers = { get: { responses: { 200: { description: "ok", ...body } } } };

test.each<[string, object, object, string]>([
  [
    "a response that is named",
    { responses: { 200: { $ref: "#/components/responses/Note" } } },
    { responses: { Note: body } },
    "major",
  ],
  ["a path that is named", { $ref: "#/components/pathItems/Note" }, { pathItems: { Note: answers } }, "major"],
  [
    "what is called back",
    { callbacks: { done: { "{$url}": { post: { requestBody: body, responses: ok } } } } },
    {},
    "major",
  ],
  [
    "a request that is named",
    { requestBody: { $ref: "#/components/requestBodies/Note" }, responses: ok },
    { requestBodies: { Note: body } },
    "minor",
  ],
  ["a parameter of all operations", { parameters: [{ in: "query", name: "q", ...body }] }, {}, "minor"],
])("the direction is known of %s", async (_name, item, components, level) => {
  const document = (values: readonly string[]) => ({
    ...plain,
    paths: {
      "/sent": { post: { requestBody: body, responses: ok } },
      "/other": "responses" in item || "requestBody" in item || "callbacks" in item ? { get: item } : item,
    },
    components: { ...components, schemas: { Note: { type: "string", enum: values } } },
  });
  const { packages } = await diffSpecs(await read(document(["a"])), await read(document(["a", "b"])));
  expect(packages["@a2akit/types"]).toBe(level);
});

const rpc = (agent as { readonly paths: { readonly "/": { readonly post: object } } }).paths["/"];
const withPath = (more: object, operation: object = {}, rest: object = {}) => ({
  ...agent,
  ...rest,
  paths: { "/": { ...rpc, ...more, post: { ...rpc.post, ...operation } } },
});
const needs = (place: string, name: string) => [{ in: place, name, required: true, schema: { type: "string" } }];
const schemes = (named: object, used: string) => ({
  components: { ...(agent as { readonly components: object }).components, securitySchemes: named },
  security: [{ [used]: [] }],
});
const key = { type: "apiKey", in: "header", name: "X-Key" };

test.each<[string, object, object, readonly string[]]>([
  [
    "a header of the whole path",
    agent,
    withPath({ parameters: needs("header", "X-Tenant") }),
    ["header-required header X-Tenant"],
  ],
  [
    "which the operation may leave out",
    agent,
    withPath({ parameters: needs("header", "X") }, { parameters: [{ in: "header", name: "X" }] }),
    ["header-optional header X"],
  ],
  ["a query", agent, withPath({}, { parameters: needs("query", "tenant") }), ["parameter-required query tenant"]],
  [
    "a cookie that is gone",
    withPath({}, { parameters: needs("cookie", "sid") }),
    agent,
    ["parameter-optional cookie sid"],
  ],
  ["a header that security speaks of", agent, withPath({}, { parameters: needs("header", "Authorization") }), []],
  [
    "words about a scheme",
    withPath({}, {}, schemes({ key }, "key")),
    withPath({}, {}, schemes({ key: { ...key, description: "X" } }, "key")),
    ["security-scheme-described security scheme key"],
  ],
  [
    "the name of a scheme",
    withPath({}, {}, schemes({ key }, "key")),
    withPath({}, {}, schemes({ token: key }, "token")),
    ["security-scheme-removed security scheme key", "security-scheme-added security scheme token"],
  ],
  [
    "where the agent is",
    agent,
    withPath({}, {}, { servers: [{ url: "https://agents.example" }] }),
    ["servers-changed servers"],
  ],
])("what a call needs: %s", async (_name, old, fresh, want) => {
  expect(await told(old, fresh)).toEqual(want);
});

test("parts of a composition that stay apart are compared one by one", async () => {
  const composed = (last: object) =>
    note({ allOf: [{ oneOf: [{ type: "string" }, { type: "number" }] }, { oneOf: [{ const: "a" }, last] }] });
  expect(await told(composed({ const: 1 }), composed({ const: 2 }))).not.toEqual([]);
  expect(await told(composed({ const: 1 }), composed({ const: 1 }))).toEqual([]);
});
