import { expect, test } from "vitest";
import { writtenPointer } from "./written-pointer.ts";

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const text = { type: "string" };

const document = {
  components: {
    schemas: {
      Beside: { minLength: 2, oneOf: [ref("Base"), { type: "number" }] },
      Base: { type: "object", properties: { id: text, allOf: text }, required: ["id"] },
      Merged: { allOf: [ref("Base"), { properties: { more: { enum: ["a"] } } }] },
      Group: { properties: { a: text, b: text }, oneOf: [{ required: ["a"] }, { required: ["b"] }] },
      Nullable: { type: ["string", "null"], maxLength: 3 },
      Loop: { allOf: [ref("Loop")], title: "x" },
    },
  },
};

test.each([
  ["what is there", "/Base/properties/id", "/Base/properties/id"],
  ["keywords beside a composition that could not be merged", "/Beside/allOf/0/minLength", "/Beside/minLength"],
  ["a composition that has moved into another", "/Beside/allOf/1/oneOf/1/type", "/Beside/oneOf/1/type"],
  ["what comes from a reference", "/Merged/properties/id/type", "/Base/properties/id/type"],
  ["what comes from a part", "/Merged/properties/more/enum", "/Merged/allOf/1/properties/more/enum"],
  ["what was distributed over branches", "/Group/oneOf/1/properties/a/type", "/Group/properties/a/type"],
  ["types that have become branches", "/Nullable/anyOf/0/maxLength", "/Nullable/maxLength"],
  ["a member with the name of a keyword", "/Base/properties/allOf/type", "/Base/properties/allOf/type"],
  ["what is nowhere", "/Base/properties/none/type", "/Base"],
  ["a schema that is composed of itself", "/Loop/properties/x", "/Loop"],
])("%s", (_name, pointer, want) => {
  expect(writtenPointer(document, `/components/schemas${pointer}`)).toBe(`/components/schemas${want}`);
});
