import { fold } from "./fold.ts";

/** Codes that Intl names although they are no countries: unions, pseudo locales, "unknown". */
const NOT_COUNTRIES = new Set(["EU", "EZ", "QO", "UN", "XA", "XB", "ZZ"]);

/** What people write and Intl's display names lack. */
const ALSO_CALLED: ReadonlyArray<readonly [name: string, code: string]> = [
  ["USA", "US"],
  ["U.S.A.", "US"],
  ["United States of America", "US"],
  ["Great Britain", "GB"],
  ["Großbritannien", "GB"],
  ["England", "GB"],
  ["Scotland", "GB"],
  ["Holland", "NL"],
  ["The Netherlands", "NL"],
  ["Korea", "KR"],
  ["Czech Republic", "CZ"],
  ["Turkey", "TR"],
];

const ALPHABET = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
const ALL_PAIRS = ALPHABET.flatMap((first) => ALPHABET.map((second) => first + second));

/** ISO 3166 replaces codes now and then: "UK" is GB, "DD" is DE. */
const currentCode = (code: string): string | undefined => new Intl.Locale(`und-${code}`).region;

const DISPLAY_NAMES = (["en", "de"] as const).flatMap((language) =>
  (["long", "short"] as const).map(
    (style) => new Intl.DisplayNames(language, { type: "region", style, fallback: "none" }),
  ),
);

const CODES = new Set(ALL_PAIRS.filter((code) => !NOT_COUNTRIES.has(code) && DISPLAY_NAMES[0]?.of(code) !== undefined));

const CODE_BY_NAME = new Map<string, string>(
  [
    ...[...CODES]
      .filter((code) => currentCode(code) === code)
      .flatMap((code) => DISPLAY_NAMES.map((names) => [names.of(code) ?? code, code] as const)),
    ...ALSO_CALLED,
  ].map(([name, code]) => [fold(name), code]),
);

/** The ISO 3166 alpha-2 code of a country given by its code, or undefined. Case does not matter. */
export function countryOfCode(text: string): string | undefined {
  const code = text.trim().toUpperCase();
  return CODES.has(code) ? currentCode(code) : undefined;
}

/** The ISO 3166 alpha-2 code of a country given by its English or German name, or undefined. */
export function countryOfName(text: string): string | undefined {
  return CODE_BY_NAME.get(fold(text));
}

/** The ISO 3166 alpha-2 code of a country given by code or name, or undefined. */
export function countryOf(text: string): string | undefined {
  return countryOfCode(text) ?? countryOfName(text);
}
