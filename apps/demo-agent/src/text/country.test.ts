import { expect, test } from "vitest";
import { countryOf, countryOfName } from "./country.ts";

test.each([
  { given: "DE", want: "DE" },
  { given: " de ", want: "DE" },
  { given: "Germany", want: "DE" },
  { given: "deutschland", want: "DE" },
  { given: "Österreich", want: "AT" },
  { given: "Oesterreich", want: "AT" },
  { given: "Schweiz", want: "CH" },
  { given: "UK", want: "GB" },
  { given: "United Kingdom", want: "GB" },
  { given: "USA", want: "US" },
  { given: "U.S.", want: "US" },
  { given: "The Netherlands", want: "NL" },
  { given: "Türkiye", want: "TR" },
  { given: "Côte d'Ivoire", want: "CI" },
  { given: "EU", want: undefined },
  { given: "ZZ", want: undefined },
  { given: "Atlantis", want: undefined },
  { given: "constructor", want: undefined },
  { given: "", want: undefined },
])("country $given is $want", ({ given, want }) => {
  expect(countryOf(given)).toBe(want);
});

test("a code is no name, so that 'AG' or 'SE' in a company's name is not a country", () => {
  expect(countryOfName("AG")).toBeUndefined();
  expect(countryOfName("SE")).toBeUndefined();
});
