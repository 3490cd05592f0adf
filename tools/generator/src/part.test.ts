import { readFile } from "node:fs/promises";
import { beforeAll, expect, test } from "vitest";
import { loadSchemas, schemaOf } from "./agreement/load-schemas.ts";
import { emitSchemas } from "./emit/schemas.ts";
import { emitTypes } from "./emit/types.ts";
import { emitHelpers } from "./helpers.ts";
import type { Model } from "./model/model.ts";
import { partDocument } from "./testing/part.ts";
import { readSmall } from "./testing/read-text.ts";

let model: Model;
let schemas: Readonly<Record<string, unknown>>;

beforeAll(async () => {
  const spec = await readSmall({ document: partDocument });
  if (!spec.model) throw new Error("the document was not read");
  model = { ...spec.model, name: "part" };
  schemas = loadSchemas(await emitSchemas(model, { formats: "assert" }));
});

const message = (parts: unknown, role: unknown = "ROLE_USER") => ({ message: { role, parts } });

// Case C06: (a) and (e), what the compiler says, are in types.test.ts.
test.each([
  ["an unknown member", { ...message([{ text: "x", more: 1 }]), extra: { a: [1] } }],
  ["data that is zero", message([{ data: 0 }])],
  ["data that is false", message([{ data: false }])],
  ["data that is empty", message([{ data: "" }])],
  ["data that is null", message([{ data: null }])],
  ["a zero with presence", { ...message([{ text: "" }]), historyLength: 0 }],
  ["a map of lists", { ...message([{ text: "" }]), requirements: [{ schemes: { key: { list: ["a"] }, other: {} } }] }],
  ["a timestamp in UTC", { ...message([{ text: "" }]), since: "2026-03-01T10:30:00.000Z" }],
])("C06 (b, c): %s comes back as it was", (_name, value) => {
  expect(schemaOf(schemas, "RequestSchema").parse(value)).toEqual(value);
});

test.each([
  ["no parts", message([]), ["message", "parts"]],
  ["a part without content", message([{}]), ["message", "parts", 0]],
  ["a part with two contents", message([{ text: "x", url: "y" }]), ["message", "parts", 0]],
  ["a content of the wrong type, at its own key", message([{ text: "x" }, { raw: 5 }]), ["message", "parts", 1, "raw"]],
  ["a role of A2A 0.3", message([{ text: "x" }], "user"), ["message", "role"]],
  ["the number of an enum", message([{ text: "x" }], 1), ["message", "role"]],
  ["half a history", { ...message([{ text: "x" }]), historyLength: 0.5 }, ["historyLength"]],
  ["a time of day", { ...message([{ text: "x" }]), since: "10:30" }, ["since"]],
  ["no message", {}, ["message"]],
])("C06 (b): %s is refused where it stands", (_name, value, path) => {
  const { error } = schemaOf(schemas, "RequestSchema").safeParse(value);
  expect(error?.issues.map((issue) => issue.path)).toEqual([path]);
});

test("C06 (d): the same input gives the same bytes", async () => {
  const again = await readSmall({ document: partDocument });
  if (!again.model) throw new Error("the document was not read");
  const second = { ...again.model, name: "part" };
  expect(await emitTypes(second)).toBe(await emitTypes(model));
  expect(await emitSchemas(second)).toBe(await emitSchemas(model));
});

test("a bundler can drop every schema that nobody imports", async () => {
  for (const zod of ["zod", "zod/mini"] as const) {
    const emitted = await emitSchemas(model, { formats: "assert", zod });
    const constants = [...emitted.matchAll(/^(?:export )?const ([\w$]+)[^=]* = (.*)$/gm)];
    const impure = constants.filter(([, , value]) => !value?.startsWith("/*@__PURE__*/ define(() =>"));
    expect(impure.map(([, name]) => name)).toEqual(["methodSchemas"]);
    expect(constants).toHaveLength(model.components.size + 1);
  }
});

test("C06 (e): the emitted schemas need zod and nothing else", async () => {
  const imports = (source: string) => [...source.matchAll(/from "([^."][^"]*)"/g)].map(([, name]) => name);
  expect(new Set([...imports(await emitSchemas(model)), ...imports(emitHelpers())])).toEqual(new Set(["zod"]));
  expect(imports(await emitTypes(model))).toEqual([]);
  expect(emitHelpers()).toContain(await readFile(new URL("./runtime/json-schema.ts", import.meta.url), "utf8"));
});
