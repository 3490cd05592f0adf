import type { Field, PartnerRequest } from "../request/request.ts";
import { words } from "../text/fold.ts";
import { foldLegalForm, splitLegalForm } from "../text/legal-form.ts";
import type { RegisterEntry } from "./register.ts";
import { areCommon, bestSimilarity, textSimilarity } from "./similarity.ts";

type Scores = Partial<Record<Field, number>>;

/** Postal codes of one region begin alike. */
const POSTAL_REGION_CHARACTERS = 2;
const SAME_POSTAL_REGION = 0.5;

/**
 * A caller who gives the legal form gives the whole name, so that the entry's other words count as much as the caller's. So they
 * do when the caller's words alone say little: "Bank" is not enough for Deutsche Bank.
 */
const WHOLE_NAME = 0.5;
const SHORT_NAME = 0.1;

/** How well an entry fits each fact of a request, 0 to 1; facts that the request lacks are left out. */
export function scoreEntry(entry: RegisterEntry, request: PartnerRequest): Scores {
  const scores: Scores = {};
  if (request.name !== undefined) Object.assign(scores, scoreName(entry, request, request.name));
  else if (request.legalForm !== undefined) scores.legalForm = scoreLegalForm(entry, foldLegalForm(request.legalForm));
  if (request.city !== undefined) scores.city = scoreCity(entry, words(request.city));
  if (request.country !== undefined) scores.country = request.country === entry.country ? 1 : 0;
  if (request.postalCode !== undefined) scores.postalCode = scorePostalCode(entry.postalCode, request.postalCode);
  if (request.street !== undefined)
    scores.street = textSimilarity(streetWords(request.street), streetWords(entry.street), 0);
  return scores;
}

function scoreName(entry: RegisterEntry, request: PartnerRequest, name: string): Scores {
  const split = splitLegalForm(name);
  const legalForm = request.legalForm === undefined ? split.legalForm : foldLegalForm(request.legalForm);
  const names = [entry.name, ...entry.otherNames].map((other) => splitLegalForm(other).words);
  const strictness = legalForm !== undefined || areCommon(split.words) ? WHOLE_NAME : SHORT_NAME;
  const best = (asked: readonly string[]) => Math.max(...names.map((own) => textSimilarity(asked, own, strictness)));

  const cityWords = request.city === undefined ? wordsOfCity(entry, split.words, names.flat()) : [];
  const nameWords = split.words.filter((word) => !cityWords.includes(word));
  return {
    name: best(nameWords),
    ...(legalForm !== undefined && { legalForm: scoreLegalForm(entry, legalForm) }),
    ...(cityWords.length > 0 && { city: scoreCity(entry, cityWords) }),
  };
}

/** In "Siemens Munich" the second word is no part of any name, but it is this entry's city. */
function wordsOfCity(entry: RegisterEntry, asked: readonly string[], names: readonly string[]): string[] {
  const cities = [entry.city, ...entry.otherCities].flatMap(words);
  const found = asked.filter((word) => bestSimilarity(word, names) === 0 && bestSimilarity(word, cities) > 0);
  return found.length < asked.length ? found : [];
}

function scoreLegalForm(entry: RegisterEntry, legalForm: string): number {
  return foldLegalForm(entry.legalForm) === legalForm ? 1 : 0;
}

function scoreCity(entry: RegisterEntry, asked: readonly string[]): number {
  return Math.max(...[entry.city, ...entry.otherCities].map((city) => textSimilarity(asked, words(city), 0)));
}

function scorePostalCode(own: string, asked: string): number {
  const [left, right] = [own, asked].map((code) => words(code).join(""));
  if (left === right) return 1;
  const region = left?.slice(0, POSTAL_REGION_CHARACTERS);
  return region === right?.slice(0, POSTAL_REGION_CHARACTERS) ? SAME_POSTAL_REGION : 0;
}

/** "Str." and "-str." are "Straße". */
function streetWords(street: string): string[] {
  return words(street).map((word) => word.replace(/str$/u, "strasse"));
}
