import { expect, test } from "vitest";
import { parsePlace, splitTrailingCountry, trimPunctuation } from "./parse-place.ts";

test.each([
  { given: "Munich, Germany", want: { city: "Munich", country: "DE" } },
  { given: "Munich Germany", want: { city: "Munich", country: "DE" } },
  { given: "Deutschland", want: { country: "DE" } },
  {
    given: "Binger Straße 173, 55216 Ingelheim am Rhein, DE",
    want: { street: "Binger Straße 173", postalCode: "55216", city: "Ingelheim am Rhein", country: "DE" },
  },
  {
    given: "1600 Amphitheatre Parkway, Mountain View, CA 94043, USA",
    want: { street: "1600 Amphitheatre Parkway", city: "Mountain View", postalCode: "94043", country: "US" },
  },
  { given: "41 rue Martre, 92110 Clichy", want: { street: "41 rue Martre", postalCode: "92110", city: "Clichy" } },
  { given: "2 York Road, London SE1 7NA", want: { street: "2 York Road", city: "London", postalCode: "SE1 7NA" } },
  { given: "2333 CS Leiden", want: { postalCode: "2333 CS", city: "Leiden" } },
  { given: "417 15 Göteborg", want: { postalCode: "417 15", city: "Göteborg" } },
  { given: "09-411 Płock", want: { postalCode: "09-411", city: "Płock" } },
  { given: "DE-88397 Biberach an der Riss", want: { postalCode: "88397", city: "Biberach an der Riss" } },
  { given: "471-8571", want: { postalCode: "471-8571" } },
  { given: "129 Samsung-ro", want: {} },
  { given: "St. Gallen", want: { city: "St. Gallen" } },
  { given: "Luxembourg, Luxembourg", want: { country: "LU", city: "Luxembourg" } },
  { given: "Berlin, Munich", want: { city: "Berlin" } },
  { given: " ,;!", want: {} },
  { given: "", want: {} },
])("reads the place $given", ({ given, want }) => {
  expect(parsePlace(given)).toEqual(want);
});

test("only a country's name is split off, never a code", () => {
  expect(splitTrailingCountry("Acme South Korea")).toEqual({ rest: "Acme", country: "KR" });
  expect(splitTrailingCountry("BASF SE")).toEqual({ rest: "BASF SE" });
  expect(splitTrailingCountry("Germany")).toEqual({ rest: "Germany" });
});

test("punctuation around a value goes, inside it stays", () => {
  expect(trimPunctuation(' "St. Gallen"?! ')).toBe("St. Gallen");
});
