import { expect, test } from "vitest";
import { parseRequest } from "./parse-request.ts";
import { MAX_REQUEST_CHARACTERS, RequestError } from "./request.ts";

const want = { name: "Siemens AG", postalCode: "80333", city: "München", country: "DE" };

test.each([
  { given: { name: "Siemens AG", postalCode: "80333", city: "München", country: "DE" } },
  { given: { company_name: "Siemens AG", postal_code: 80333, city: "München", country_code: "de" } },
  {
    given: { companyName: "Siemens AG", zip: "80333", town: "München", country: "Germany", vatId: "unknown keys pass" },
  },
  { given: { Firma: "Siemens AG", PLZ: "80333", Ort: "München", Land: "Deutschland" } },
  { given: { name: "Siemens AG", address: { postalCode: "80333", city: "München", country: "DE" } } },
  { given: { name: "Siemens AG", address: "80333 München, DE" } },
  { given: { name: "Siemens AG", city: "80333 München, Germany", street: null, legalForm: "" } },
])("reads the data $given", ({ given }) => {
  expect(parseRequest([{ data: given }])).toEqual(want);
});

test("data wins over text, later parts over earlier ones, wherever they stand", () => {
  const parts = [{ data: { city: "Berlin" } }, { data: { city: "München" } }, { text: "Siemens in Erlangen" }];
  expect(parseRequest(parts)).toEqual({ name: "Siemens", city: "München" });
});

test("text parts are read as one text", () => {
  expect(parseRequest([{ text: "Name: Roche" }, { text: "City: Basel" }])).toEqual({ name: "Roche", city: "Basel" });
});

test.each([
  { given: '{"__proto__": {"name": "x"}, "name": "BASF"}' },
  { given: '{"constructor": "x", "toString": "y", "hasOwnProperty": 1, "name": "BASF"}' },
  { given: '{"name": "BASF", "address": {"__proto__": {"city": "x"}, "constructor": {"name": "y"}}}' },
])("keys of the prototype are unknown keys: $given", ({ given }) => {
  const request = parseRequest([{ data: JSON.parse(given) }]);
  expect(request).toEqual({ name: "BASF" });
  expect(Object.getPrototypeOf(request)).toBe(Object.prototype);
});

test("no parts and empty texts say nothing", () => {
  expect(parseRequest([])).toEqual({});
  expect(parseRequest([{ text: "" }, { data: {} }])).toEqual({});
});

test.each([
  { given: [{ data: [] }], want: "parts[0].data: must be an object" },
  { given: [{ text: "x" }, { data: "Siemens" }], want: "parts[1].data: must be an object" },
  { given: [{ data: null }], want: "parts[0].data: must be an object" },
  { given: [{}], want: "parts[0]: must have text or data" },
  { given: [{ data: { name: 7 } }], want: "parts[0].data.name: must be a string" },
  { given: [{ data: { name: { legal: "x" } } }], want: "parts[0].data.name: must be a string" },
  {
    given: [{ data: { address: { address: { city: "x" } } } }],
    want: "parts[0].data.address.address: must be a string",
  },
  { given: [{ data: { country: "Atlantis" } }], want: 'parts[0].data.country: "Atlantis" is neither' },
])("says where and why it cannot read $given", ({ given, want }) => {
  expect(() => parseRequest(given)).toThrow(RequestError);
  expect(() => parseRequest(given)).toThrow(want);
});

test("the limit counts all parts and can be set", () => {
  const half = "x ".repeat(MAX_REQUEST_CHARACTERS / 4);
  expect(() => parseRequest([{ text: half }, { text: half }])).not.toThrow();
  expect(() => parseRequest([{ text: half }, { text: `${half}x` }])).toThrow("more than 4000 characters");
  expect(() => parseRequest([{ text: half }, { data: { note: half } }])).toThrow(RequestError);
  expect(() => parseRequest([{ text: "Siemens" }], { maxCharacters: 6 })).toThrow("more than 6 characters");
});
