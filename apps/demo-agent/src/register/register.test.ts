import { expect, test } from "vitest";
import { countryOfCode } from "../text/country.ts";
import { isLegalForm } from "../text/legal-form.ts";
import { REGISTER } from "./register.ts";

test("has some forty companies or more from many countries", () => {
  expect(REGISTER.length).toBeGreaterThanOrEqual(40);
  expect(new Set(REGISTER.map(({ country }) => country)).size).toBeGreaterThanOrEqual(15);
});

test.each(REGISTER)("$name in $city is complete", (entry) => {
  const { name, legalForm, street, postalCode, city, country } = entry;
  for (const value of [name, street, city]) expect(value).toMatch(/\p{L}{2}/u);
  expect(isLegalForm(legalForm)).toBe(true);
  expect(postalCode).toMatch(/^[A-Z0-9][A-Z0-9 -]{2,8}$/);
  expect(countryOfCode(country)).toBe(country);
  for (const other of [...entry.otherNames, ...entry.otherCities]) expect(other).not.toBe("");
});

test("no two entries have the same address", () => {
  const addresses = REGISTER.map(({ street, postalCode, country }) => `${street} ${postalCode} ${country}`);
  expect(new Set(addresses).size).toBe(addresses.length);
});

test("companies with several sites or sisters are there, so that asking back is real", () => {
  const named = (name: string) => REGISTER.filter((entry) => entry.name.startsWith(name)).length;
  expect(named("Siemens")).toBe(4);
  expect(named("Boehringer Ingelheim")).toBe(2);
});
