import { words } from "../text/fold.ts";

/** What a caller says to a numbered list: one of its places (from 0), none of them, or a place that it does not have. */
export type Choice = { readonly kind: "chosen"; readonly index: number } | { readonly kind: "refused" | "outside" };

/** Row n holds the words for place n + 1. */
const ORDINALS: ReadonlyArray<readonly string[]> = [
  ["first", "1st", "one", "erste", "ersten", "erster", "eins"],
  ["second", "2nd", "two", "zweite", "zweiten", "zweiter", "zwei"],
  ["third", "3rd", "three", "dritte", "dritten", "dritter", "drei"],
  ["fourth", "4th", "four", "vierte", "vierten", "vierter", "vier"],
  ["fifth", "5th", "five", "fuenfte", "fuenften", "fuenfter", "fuenf"],
];
const PLACE_BY_WORD = new Map(ORDINALS.flatMap((row, index) => row.map((word) => [word, index + 1] as const)));

const LAST = new Set(["last", "letzte", "letzten", "letzter"]);
const YES = new Set(["yes", "yep", "ok", "okay", "correct", "right", "ja", "genau", "richtig"]);
const NO = new Set(["no", "nope", "none", "neither", "nein", "keine", "keiner", "keines"]);

/** Words around a choice that do not change it. */
const FILLERS = new Set(
  `i its it is mean meant take want would like the that this number no nr option choice entry of them these please thanks
  bitte danke ich meine nehme nummer der die das den von ihnen`.split(/\s+/u),
);

/**
 * Reads an answer to a numbered list: "2", "#2", "the second one", "die zweite", "the last", "yes" to a single entry, "none".
 * Undefined when the text says something else.
 */
export function choose(text: string, offered: number): Choice | undefined {
  const all = words(text);
  if (all.length > 0 && all.every((word) => NO.has(word) || FILLERS.has(word)) && all.some((word) => NO.has(word))) {
    return { kind: "refused" };
  }
  const said = all.filter((word) => !FILLERS.has(word));
  if (offered === 1 && said.length > 0 && said.every((word) => YES.has(word))) return { kind: "chosen", index: 0 };
  const places = said.map((word) => placeOf(word, offered));
  // "the second one": a "one" beside another place only points.
  const [place, ...others] = places.length > 1 ? places.filter((_, index) => said[index] !== "one") : places;
  if (place === undefined || others.length > 0) return undefined;
  return place >= 1 && place <= offered ? { kind: "chosen", index: place - 1 } : { kind: "outside" };
}

function placeOf(word: string, offered: number): number | undefined {
  if (/^\d{1,3}$/u.test(word)) return Number(word);
  return LAST.has(word) ? offered : PLACE_BY_WORD.get(word);
}
