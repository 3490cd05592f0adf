import { expect, test } from "vitest";
import { foldLegalForm, isLegalForm, splitLegalForm } from "./legal-form.ts";

test.each([
  { given: "Siemens AG", want: { words: ["siemens"], legalForm: "ag" } },
  {
    given: "Boehringer Ingelheim Pharma GmbH & Co. KG",
    want: { words: ["boehringer", "ingelheim", "pharma"], legalForm: "gmbh co kg" },
  },
  { given: "Eni S.p.A.", want: { words: ["eni"], legalForm: "spa" } },
  { given: "Novo Nordisk A/S", want: { words: ["novo", "nordisk"], legalForm: "as" } },
  { given: "Apple Incorporated", want: { words: ["apple"], legalForm: "inc" } },
  { given: "Siemens AG Munich", want: { words: ["siemens", "munich"], legalForm: "ag" } },
  { given: "AS Roma", want: { words: ["as", "roma"], legalForm: undefined } },
  { given: "Bosch", want: { words: ["bosch"], legalForm: undefined } },
  { given: "AG", want: { words: ["ag"], legalForm: undefined } },
  { given: "constructor", want: { words: ["constructor"], legalForm: undefined } },
  { given: "", want: { words: [], legalForm: undefined } },
])("splits $given", ({ given, want }) => {
  expect(splitLegalForm(given)).toEqual(want);
});

test("spellings of one form are equal", () => {
  expect(foldLegalForm("Company, Limited")).toBe(foldLegalForm("Co., Ltd."));
  expect(foldLegalForm("GmbH")).not.toBe(foldLegalForm("GmbH & Co. KG"));
});

test("tells a legal form from a name", () => {
  expect(isLegalForm("Inc.")).toBe(true);
  expect(isLegalForm("Cupertino")).toBe(false);
  expect(isLegalForm("")).toBe(false);
});
