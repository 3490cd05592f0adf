import { expect, test } from "vitest";
import { readSmall, withComponents } from "../testing/read-text.ts";

const types = "one of string, number, integer, boolean, null, array, object, or a list of those";

/** A schema that is none → where in it, and why. */
const rows: readonly (readonly [unknown, string, string])[] = [
  [null, "", "null is no schema"],
  ["string", "", '"string" is no schema'],
  [[{ type: "string" }], "", '[{"type":"string"}] is no schema'],
  [{ type: "object", properties: { a: null } }, "/properties/a", "null is no schema"],
  [{ type: "array", items: [{}] }, "/items", "[{}] is no schema"],
  [{ type: "object", additionalProperties: "no" }, "/additionalProperties", '"no" is no schema'],
  [{ type: "object", not: null }, "/not", "null is no schema"],
  [{ anyOf: [null] }, "/anyOf/0", "null is no schema"],
  [{ oneOf: {} }, "/oneOf", "oneOf must be a list that is not empty"],
  [{ allOf: null }, "/allOf", "allOf must be a list that is not empty"],
  [{ anyOf: [] }, "/anyOf", "anyOf must be a list that is not empty"],
  [{ properties: [{}] }, "/properties", "properties must be an object"],
  [{ type: "object", patternProperties: [] }, "/patternProperties", "patternProperties must be an object"],
  [{ type: "strng" }, "/type", `type must be ${types}`],
  [{ type: [] }, "/type", `type must be ${types}`],
  [{ type: ["string", 5] }, "/type", `type must be ${types}`],
  [{ enum: "x" }, "/enum", "enum must be a list that is not empty"],
  [{ enum: [] }, "/enum", "enum must be a list that is not empty"],
  [{ type: "object", required: "id" }, "/required", "required must be a list of names"],
  [{ type: "object", required: [1] }, "/required", "required must be a list of names"],
  [{ dependentRequired: { a: "b" } }, "/dependentRequired", "dependentRequired must be an object of lists of names"],
  [{ type: "string", minLength: "3" }, "/minLength", "minLength must be an integer from 0"],
  [{ type: "array", maxItems: -1 }, "/maxItems", "maxItems must be an integer from 0"],
  [{ type: "number", minimum: "0" }, "/minimum", "minimum must be a number"],
  [{ type: "number", exclusiveMaximum: "9" }, "/exclusiveMaximum", "exclusiveMaximum must be a number"],
  [{ type: "number", multipleOf: 0 }, "/multipleOf", "multipleOf must be a number above 0"],
  [{ type: "string", nullable: "yes" }, "/nullable", "nullable must be true or false"],
  [{ type: "array", uniqueItems: 1 }, "/uniqueItems", "uniqueItems must be true or false"],
  [{ type: "string", pattern: 5 }, "/pattern", "pattern must be a string"],
  [{ type: "string", format: {} }, "/format", "format must be a string"],
  [{ $ref: 5 }, "/$ref", "$ref must be a string"],
];

test.each(rows)("%j is refused at the keyword", async (schema, pointer, message) => {
  const { findings } = await readSmall({ document: withComponents({ A: schema }) });
  expect(findings).toEqual([
    expect.objectContaining({
      rule: "keyword-invalid",
      severity: "error",
      pointer: `/components/schemas/A${pointer}`,
      line: expect.any(Number),
      message,
    }),
  ]);
});

test("what a message quotes is cut", async () => {
  const { findings } = await readSmall({ document: withComponents({ A: "x".repeat(1000) }) });
  expect(findings[0]?.message).toBe(`"${"x".repeat(59)}… is no schema`);
});

test("a document that is nearly empty has no endpoint, and that is all", async () => {
  for (const rest of [{}, { paths: [] }, { paths: { "/": null } }, { info: 5, components: null }]) {
    const { findings } = await readSmall({ document: { openapi: "3.1.0", ...rest } });
    expect(findings).toMatchObject([{ rule: "rpc-missing" }]);
  }
});
