import { countryOf } from "../text/country.ts";
import { parsePlace, trimPunctuation } from "./parse-place.ts";
import { type Field, MAX_FIELD_CHARACTERS, type PartnerRequest, RequestError } from "./request.ts";

/**
 * Reads the value that a label or a data key gives to a field. A value may say more than its label promises
 * ("City: Munich, Germany"); an empty one says nothing.
 *
 * @throws RequestError for a value over `MAX_FIELD_CHARACTERS` and for an unknown country; it names `place`
 */
export function readField(field: Field, raw: string, place: string): PartnerRequest {
  const value = trimPunctuation(raw);
  if (value === "") return {};
  if (value.length > MAX_FIELD_CHARACTERS) {
    throw new RequestError(`${place}: more than ${MAX_FIELD_CHARACTERS} characters`);
  }
  return READERS[field](value, place);
}

const READERS: Readonly<Record<Field, (value: string, place: string) => PartnerRequest>> = {
  name: (value) => ({ name: value }),
  legalForm: (value) => ({ legalForm: value }),
  street: readStreet,
  postalCode: (value) => withField("postalCode", value),
  city: (value) => withField("city", value),
  country: (value, place) => ({ country: readCountry(value, place) }),
};

/** The facts in an address, where the labelled field itself may not look like what it is. */
function withField(field: "postalCode" | "city", value: string): PartnerRequest {
  const place = parsePlace(value);
  if (place[field] !== undefined) return place;
  const [first = value] = value.split(",");
  return { [field]: trimPunctuation(first) };
}

/** Streets have no shape of their own ("Shell Centre"): the first piece is one unless it starts with a postal code. */
function readStreet(value: string): PartnerRequest {
  const [first = value, ...rest] = value.split(",");
  if (parsePlace(first).postalCode !== undefined) return parsePlace(value);
  return { ...parsePlace(rest.join(",")), street: trimPunctuation(first) };
}

function readCountry(value: string, place: string): string {
  const country = countryOf(value) ?? countryOf(value.split(",")[0] ?? "");
  if (country !== undefined) return country;
  throw new RequestError(`${place}: "${value}" is neither an ISO 3166 code nor a country's name in English or German`);
}
