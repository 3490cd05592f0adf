import { expect, test } from "vitest";
import { parseText } from "../request/parse-text.ts";
import { match } from "./match.ts";

const best = (text: string) => match(parseText(text)).candidates[0];

test.each([
  {
    given: "Onboard my business partner Name: Boehringer Ingelheim GmbH, Country: DE, City: Bieberach",
    want: "Biberach an der Riss",
  },
  { given: "Boehringer Ingelheim GmbH in Ingelheim", want: "Ingelheim am Rhein" },
  { given: "Please find Siemens AG in Munich, Germany", want: "München" },
  { given: "Siemens AG Munich", want: "München" },
  { given: "Simens AG, Muenchen", want: "München" },
  { given: "Siemens Berlin", want: "Berlin" },
  { given: "siemens healthineers", want: "Forchheim" },
  { given: "Nestlé S.A.", want: "Vevey" },
  { given: "Nestle Deutschland", want: "Frankfurt am Main" },
  { given: "loreal", want: "Clichy" },
  { given: "Møller-Mærsk", want: "København K" },
  { given: "Maersk Kopenhagen", want: "København K" },
  { given: "Telefonica", want: "Madrid" },
  { given: "Cocacola", want: "Atlanta" },
  { given: "Deutsche Bank", want: "Frankfurt am Main" },
  { given: "BMW", want: "München" },
  { given: "トヨタ自動車", want: "Toyota" },
  { given: "Airbus Toulouse", want: "Toulouse" },
  { given: "Who sits at Birkendorfer Strasse 65, 88397 Biberach?", want: "Biberach an der Riss" },
  { given: "Street: Birkendorfer Strasse 65, City: Biberach", want: "Biberach an der Riss" },
])("$given matches $want", ({ given, want }) => {
  const { verdict, candidates } = match(parseText(given));
  expect(verdict).toBe("match");
  expect(candidates[0]?.entry.city).toBe(want);
});

test.each([
  { given: "Name: Siemens", want: ["Siemens", "Siemens", "Siemens Energy", "Siemens Healthineers"] },
  { given: "Siemens Munich", want: ["Siemens", "Siemens Energy"] },
  { given: "Boehringer Ingelheim GmbH", want: ["Boehringer Ingelheim", "Boehringer Ingelheim"] },
  { given: "Roche", want: ["F. Hoffmann-La Roche", "Roche Diagnostics"] },
  { given: "Volvo", want: ["Volvo", "Volvo Car"] },
  { given: "companies in Basel", want: ["F. Hoffmann-La Roche", "Novartis"] },
  { given: "PLZ: 88397", want: ["Boehringer Ingelheim"] },
  { given: "Siemens in Munich", want: ["Siemens", "Siemens Energy"] },
  { given: "Bank", want: ["Deutsche Bank"] },
  { given: "Deutsche", want: ["Deutsche Bank", "Deutsche Bahn"] },
  { given: "Unilever in Rotterdam", want: ["Unilever"] },
  { given: "Novartis Pharma AG", want: ["Novartis"] },
  { given: "Shell Deutschland", want: ["Shell"] },
])("$given asks back", ({ given, want }) => {
  const { verdict, candidates } = match(parseText(given));
  expect(verdict).toBe("several");
  expect(candidates.map(({ entry }) => entry.name)).toEqual(want);
});

test.each([
  "xyzzy plugh",
  "lorem ipsum dolor sit amet",
  "Google",
  "Deutsche Lufthansa",
  "Deutsche Post",
  "Name: Siemens, Country: FR, City: Paris",
  "Country: DE",
  "GmbH",
  "City: Gotham",
  "a",
  "",
])("%s fits no entry", (given) => {
  expect(match(parseText(given)).verdict).toBe("none");
});

test("the confidence is explained by a score per fact", () => {
  const { confidence, scores } = best("Name: Boehringer Ingelheim GmbH, Country: DE, City: Bieberach") ?? {};
  expect(scores).toMatchObject({ name: 1, legalForm: 1, country: 1 });
  expect(scores?.city).toBeGreaterThan(0.8);
  expect(scores?.city).toBeLessThan(1);
  expect(confidence).toBeCloseTo(0.5 + 0.05 + 0.2 + 0.25 * (scores?.city ?? 0));
});

test("facts that contradict lower the confidence, facts that agree do not", () => {
  const plain = best("Name: BASF SE")?.confidence;
  expect(plain).toBe(1);
  expect(best("Name: BASF SE, Country: DE, Postal code: 67056")?.confidence).toBe(1);
  for (const wrong of ["Country: FR", "City: Hamburg", "Postal code: 10115", "Street: Hauptstraße 1"]) {
    expect(best(`Name: BASF SE, ${wrong}`)?.confidence).toBeLessThan(0.9);
  }
});

test("a postal code of the same region is half right", () => {
  expect(best("Name: BASF, Postal code: 67063")?.scores.postalCode).toBe(0.5);
});

test("the legal form alone can be given as a fact of its own", () => {
  const scores = match({ name: "Siemens", legalForm: "AG", city: "Berlin" }).candidates[0]?.scores;
  expect(scores).toEqual({ name: 1, legalForm: 1, city: 1 });
  expect(match({ legalForm: "AG", city: "Bonn" }).candidates[0]?.scores).toEqual({ legalForm: 1, city: 1 });
});

test("another register can be searched", () => {
  expect(match({ name: "Siemens" }, [])).toEqual({ verdict: "none", candidates: [] });
});
