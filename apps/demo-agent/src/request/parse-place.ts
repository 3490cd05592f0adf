import { countryOf, countryOfName } from "../text/country.ts";
import { MAX_FIELD_CHARACTERS, type PartnerRequest } from "./request.ts";

type Place = Pick<PartnerRequest, "street" | "postalCode" | "city" | "country">;

/** What one piece of an address can be; the first row that fits wins, and its named groups are the fields. */
const SHAPES: readonly RegExp[] = [
  // "London SE1 7NA", "SE1 7NA", "Ottawa K2P 2L8"
  /^(?:(?<city>\p{L}.*?) )?(?<postalCode>[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}|[A-Z]\d[A-Z] ?\d[A-Z]\d)$/iu,
  // "1600 Amphitheatre Parkway": a number comes first, yet it is a street
  /^(?<street>\d+[a-z]? .*\b(?:street|st|road|rd|avenue|ave|way|parkway|drive|lane|boulevard|blvd|plaza|square)\.?)$/iu,
  /^(?<street>\d+[a-z]? (?:rue|route|avenue|place|quai|boulevard) .*)$/iu,
  // "55216 Ingelheim am Rhein", "DE-55216 Ingelheim", "2333 CS Leiden", "417 15 Göteborg", "09-411 Płock"
  /^(?:[A-Z]{1,2}-)?(?<postalCode>\d{4,6}(?: [A-Z]{2}(?= ))?|\d{2,3}[- ]\d{2,4}) (?<city>\p{L}.*)$/u,
  // "80333", "471-8571", "CA 94043"
  /^(?:[A-Z]{2} )?(?<postalCode>\d{3,6}(?:[- ]\d{2,4})?)$/u,
  // "Binger Straße 173", "Trabrennstraße 6-8"
  /^(?<street>\p{L}.* \d+(?: ?[-–] ?\d+)? ?[a-z]?)$/iu,
  /^(?<city>\p{L}.*)$/u,
];

/** The longest country name that may follow a city without a comma, in words: "St. Gallen Switzerland". */
const MAX_COUNTRY_WORDS = 3;

/**
 * Reads where a company is from text such as "Munich, Germany" or "Binger Straße 173, 55216 Ingelheim, DE". A piece for a field
 * that is already known, or over `MAX_FIELD_CHARACTERS`, is left out; text without letters and digits gives no facts.
 */
export function parsePlace(text: string): Place {
  const place: { -readonly [field in keyof Place]: Place[field] } = {};
  const take = (field: keyof Place, value: string | undefined): void => {
    if (value !== undefined) place[field] ??= value;
  };
  for (const piece of text.split(/[,;\n]/).map(trimPunctuation)) {
    if (piece.length > MAX_FIELD_CHARACTERS) continue;
    // The second "Luxembourg" of "Luxembourg, Luxembourg" is the city.
    const country = place.country === undefined ? countryOf(piece) : undefined;
    const { rest, country: trailing } = splitTrailingCountry(piece);
    take("country", country ?? trailing);
    if (country !== undefined) continue;
    const groups = firstMatch(rest);
    for (const field of ["street", "postalCode", "city"] as const) take(field, groups[field]);
  }
  return place;
}

/** "Munich Germany" → "Munich" and "DE". Only names count: the "SE" of "BASF SE" is no country. */
export function splitTrailingCountry(text: string): { rest: string; country?: string } {
  const parts = text.split(" ");
  for (let count = Math.min(MAX_COUNTRY_WORDS, parts.length - 1); count > 0; count -= 1) {
    const country = countryOfName(parts.slice(-count).join(" "));
    if (country !== undefined) return { rest: parts.slice(0, -count).join(" "), country };
  }
  return { rest: text };
}

/** One space between words, without quotes around and without the marks that end a clause. */
export function trimPunctuation(text: string): string {
  return text
    .replace(/\s+/gu, " ")
    .replace(/^[\s"'“„(]+/u, "")
    .replace(/(?<![\s"'”“)!?.:;,])[\s"'”“)!?.:;,]+$/u, "");
}

function firstMatch(piece: string): Partial<Record<string, string>> {
  for (const shape of SHAPES) {
    const groups = shape.exec(piece)?.groups;
    if (groups !== undefined) return groups;
  }
  return {};
}
