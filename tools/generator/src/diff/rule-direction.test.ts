import { expect, test } from "vitest";
import { bareDocument } from "../testing/bare-document.ts";
import { readSmall } from "../testing/read-text.ts";
import { diffSpecs, isReadable } from "./diff-specs.ts";
import { named, object } from "./testing/schema-change.ts";

async function read(schemas: object) {
  const spec = await readSmall({ document: bareDocument(schemas) }, { lenient: true });
  if (!isReadable(spec)) throw new Error("not readable");
  return spec;
}

/** Each holds, somewhere, what a string must not be. */
const excluding = { type: "string", not: named };
const rules: readonly (readonly [keyword: string, U: object])[] = [
  ["not", excluding],
  ["propertyNames", { type: "object", propertyNames: { not: named } }],
  ["patternProperties", { type: "object", patternProperties: { "^x": excluding } }],
  ["dependentSchemas", { type: "object", dependentSchemas: { a: object({ b: excluding }) } }],
  // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema; nobody awaits it
  ["then", { type: "object", if: { required: ["a"] }, then: object({ b: excluding }) }],
  ["else", { type: "object", if: { required: ["a"] }, else: object({ b: excluding }) }],
  ["contains", { type: "array", contains: excluding }],
  ["prefixItems", { type: "array", prefixItems: [excluding] }],
  ["items", { type: "array", items: excluding }],
  ["additionalProperties", { type: "object", additionalProperties: excluding }],
];

test.each(rules)("what is excluded below %s is told to be more, and to be no other without need", async (_name, U) => {
  const was = await read({ N: { type: "string", maxLength: 3 }, U });
  const is = await read({ N: { type: "string", maxLength: 5 }, U });
  const codesOf = async (old: typeof was, fresh: typeof is) => {
    const { changes } = await diffSpecs(old, fresh, { witnessRuns: 0 });
    return changes.filter(({ subject }) => subject.startsWith("U")).map(({ code }) => code);
  };
  expect(await codesOf(was, is)).toEqual(["rule-changed"]);
  expect(await codesOf(was, was)).toEqual([]);
});
