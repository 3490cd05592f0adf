import { words } from "./fold.ts";

/** Spelled-out and shortened forms that mean the same. */
const SAME_FORM: Readonly<Record<string, string>> = {
  company: "co",
  corporation: "corp",
  incorporated: "inc",
  limited: "ltd",
  aktiengesellschaft: "ag",
  aktiebolag: "ab",
  sanv: "sa",
  nvsa: "nv",
};

/** Folded words that make up legal forms: "GmbH & Co. KG" is "gmbh co kg", "S.p.A." is "spa". */
const LEGAL_WORDS = new Set([
  ...["gmbh", "mbh", "ag", "se", "kg", "kgaa", "ohg", "ug", "ev", "eg", "gbr"],
  ...["sa", "sas", "sarl", "spa", "srl", "sl", "nv", "bv", "ab", "as", "asa", "aps", "oy", "oyj"],
  ...["plc", "ltd", "llc", "llp", "lp", "inc", "corp", "co", "pty", "pte", "kk"],
  ...Object.keys(SAME_FORM),
]);

export interface CompanyName {
  /** The folded words without the legal form. */
  readonly words: readonly string[];
  /** The legal form in one spelling, such as "gmbh co kg"; undefined when none was given. */
  readonly legalForm: string | undefined;
}

/** Two legal forms are the same when this is: "Co., Ltd." and "Company Limited" both give "co ltd". */
export function foldLegalForm(text: string): string {
  return words(text).map(canonical).join(" ");
}

/**
 * Splits a name from its last legal form. Words behind the form stay with the name ("Siemens AG Munich"), and a name that begins
 * with a legal form keeps it.
 */
export function splitLegalForm(text: string): CompanyName {
  const all = words(text);
  const end = all.findLastIndex((word, index) => index > 0 && LEGAL_WORDS.has(word)) + 1;
  if (end === 0) return { words: all, legalForm: undefined };
  let start = end - 1;
  while (start > 1 && LEGAL_WORDS.has(all[start - 1] ?? "")) start -= 1;
  return {
    words: [...all.slice(0, start), ...all.slice(end)],
    legalForm: all.slice(start, end).map(canonical).join(" "),
  };
}

/** True for a text that is a legal form and nothing else: "Inc.", "GmbH & Co. KG". */
export function isLegalForm(text: string): boolean {
  const all = words(text);
  return all.length > 0 && all.every((word) => LEGAL_WORDS.has(word));
}

function canonical(word: string): string {
  return Object.hasOwn(SAME_FORM, word) ? (SAME_FORM[word] ?? word) : word;
}
