import { expect, test } from "vitest";
import { parseText } from "./parse-text.ts";
import { MAX_FIELD_CHARACTERS, RequestError } from "./request.ts";

const munich = { name: "Siemens AG", city: "Munich", country: "DE" };

test.each([
  {
    given:
      "Provide me data to help onboarding my business partner Name: Boehringer Ingelheim GmbH, Country: DE, City: Bieberach",
    want: { name: "Boehringer Ingelheim GmbH", country: "DE", city: "Bieberach" },
  },
  { given: "City: Munich\nCountry: Germany\nName: Siemens AG", want: munich },
  { given: "city=Munich; country=de; name=Siemens AG", want: munich },
  { given: "Firma: Siemens AG, Land: Deutschland, Ort: München", want: { ...munich, city: "München" } },
  { given: "Company name: Siemens AG and City: Munich, Germany", want: munich },
  { given: "Name: Siemens AG, City: Munich. Thanks for your help! Country: Germany", want: munich },
  { given: "Business partner: Apple, Inc., Country: USA", want: { name: "Apple, Inc", country: "US" } },
  { given: "Name: Siemens, Legal form: AG", want: { name: "Siemens", legalForm: "AG" } },
  {
    given: "Name: BASF\nAddress: Carl-Bosch-Straße 38, 67056 Ludwigshafen, DE",
    want: { name: "BASF", street: "Carl-Bosch-Straße 38", postalCode: "67056", city: "Ludwigshafen", country: "DE" },
  },
  { given: "Straße: Berliner Ring 2, PLZ: 38440", want: { street: "Berliner Ring 2", postalCode: "38440" } },
  {
    given: "Address: Shell Centre, London SE1 7NA",
    want: { street: "Shell Centre", city: "London", postalCode: "SE1 7NA" },
  },
  { given: "PLZ: 38440 Wolfsburg", want: { postalCode: "38440", city: "Wolfsburg" } },
  { given: "City: Singapore", want: { city: "Singapore" } },
  { given: "City: St. Gallen, Country: Switzerland, please", want: { city: "St. Gallen", country: "CH" } },
  { given: "Siemens AG, Country: DE", want: { name: "Siemens AG", country: "DE" } },
  { given: "Name: Bosch, Name: Roche", want: { name: "Roche" } },
  { given: "Name: , City: Basel", want: { city: "Basel" } },
  { given: "see https://example.com", want: { name: "see https://example.com" } },
])("reads the labels of $given", ({ given, want }) => {
  expect(parseText(given)).toEqual(want);
});

test.each([
  { given: "Please find Siemens AG in Munich, Germany", want: munich },
  { given: "Please find Siemens AG in Munich, Germany.", want: munich },
  { given: "Siemens AG, Munich, Germany", want: munich },
  { given: "Siemens AG in Munich Germany", want: munich },
  { given: "Hello! I have a new supplier. It's Siemens AG based in Munich in Germany. Thanks!", want: munich },
  { given: "Bitte finde Siemens AG in München, Deutschland", want: { ...munich, city: "München" } },
  { given: "Ich suche Bosch aus Gerlingen", want: { name: "Bosch", city: "Gerlingen" } },
  { given: "Who is Novo Nordisk?", want: { name: "Novo Nordisk" } },
  { given: "I want to onboard Roche from Switzerland, please", want: { name: "Roche", country: "CH" } },
  { given: "Nestlé Deutschland", want: { name: "Nestlé", country: "DE" } },
  { given: "Nestlé Deutschland AG", want: { name: "Nestlé Deutschland AG" } },
  { given: "Apple, Inc., Cupertino", want: { name: "Apple Inc", city: "Cupertino" } },
  { given: "The Coca-Cola Company", want: { name: "Coca-Cola Company" } },
  { given: "companies in Basel", want: { city: "Basel" } },
  {
    given: "Who sits at Birkendorfer Str. 65, 88397 Biberach?",
    want: { street: "Birkendorfer Str. 65", postalCode: "88397", city: "Biberach" },
  },
  { given: "88397 Biberach", want: { postalCode: "88397", city: "Biberach" } },
  { given: "Siemens", want: { name: "Siemens" } },
  { given: "トヨタ自動車", want: { name: "トヨタ自動車" } },
  { given: "please help me onboarding a new business partner", want: {} },
  { given: "", want: {} },
  { given: " \n,;?! ", want: {} },
  { given: "word ".repeat(40), want: {} },
  { given: `${"x".repeat(MAX_FIELD_CHARACTERS + 1)} in Berlin`, want: { city: "Berlin" } },
  { given: `Siemens in ${"x".repeat(MAX_FIELD_CHARACTERS + 1)}`, want: { name: "Siemens" } },
])("reads the sentence $given", ({ given, want }) => {
  expect(parseText(given)).toEqual(want);
});

test.each([
  { given: "Name: Siemens, Country: Atlantis", want: 'Country: "Atlantis" is neither an ISO 3166 code' },
  { given: `Name: ${"x".repeat(MAX_FIELD_CHARACTERS + 1)}`, want: "Name: more than 200 characters" },
])("says where and why it cannot read $given", ({ given, want }) => {
  expect(() => parseText(given)).toThrow(RequestError);
  expect(() => parseText(given)).toThrow(want);
});

test("a value of the largest size is read", () => {
  const name = "x".repeat(MAX_FIELD_CHARACTERS);
  expect(parseText(`Name: ${name}`)).toEqual({ name });
});
