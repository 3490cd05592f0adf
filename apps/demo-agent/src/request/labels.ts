import { fold } from "../text/fold.ts";
import type { Field } from "./request.ts";

/** Labels in text and keys in data, in English and German, without their spaces. */
const LABELS: ReadonlyArray<readonly [field: Field, labels: readonly string[]]> = [
  ["name", ["name", "company", "companyname", "legalname", "businesspartner", "partner", "supplier", "customer"]],
  ["name", ["firma", "firmenname", "unternehmen", "geschaeftspartner", "lieferant", "kunde"]],
  ["legalForm", ["legalform", "rechtsform"]],
  ["street", ["street", "streetaddress", "address", "strasse", "adresse", "anschrift"]],
  ["postalCode", ["postalcode", "postcode", "zip", "zipcode", "plz", "postleitzahl"]],
  ["city", ["city", "town", "locality", "location", "ort", "stadt", "sitz"]],
  ["country", ["country", "countrycode", "land", "staat", "laendercode"]],
];

/** A Map, so that no label reaches a prototype. */
const FIELDS: ReadonlyMap<string, Field> = new Map(
  LABELS.flatMap(([field, labels]) => labels.map((label) => [label, field] as const)),
);

/** The field that a label or a data key names: "Postal code", "postalCode", "postal_code" and "PLZ" are one. */
export function fieldOf(label: string): Field | undefined {
  return FIELDS.get(fold(label).replaceAll(" ", ""));
}
