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

test("parts of a composition that stay apart are compared one by one", async () => {
  const composed = (last: object) =>
    note({ allOf: [{ oneOf: [{ type: "string" }, { type: "number" }] }, { oneOf: [{ const: "a" }, last] }] });
  expect(await told(composed({ const: 1 }), composed({ const: 2 }))).not.toEqual([]);
  expect(await told(composed({ const: 1 }), composed({ const: 1 }))).toEqual([]);
});
