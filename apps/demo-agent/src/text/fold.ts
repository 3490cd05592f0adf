/** Letters that Unicode does not decompose, and the German way of writing umlauts in ASCII. */
const SPELLED_OUT: Readonly<Record<string, string>> = {
  ä: "ae",
  ö: "oe",
  ü: "ue",
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  ł: "l",
  đ: "d",
};
const SPELLED_OUT_PATTERN = new RegExp(`[${Object.keys(SPELLED_OUT).join("")}]`, "gu");

/** Marks that join what they stand between: "S.p.A." is "spa", "A/S" is "as", "L'Oréal" is "loreal". */
const JOINING_MARKS = /[.'’/]/gu;

/** One spelling for comparing: lower case, "ß" as "ss", "ü" as "ue", no accents, words separated by one space. */
export function fold(text: string): string {
  return text
    .normalize("NFC")
    .toLowerCase()
    .replace(SPELLED_OUT_PATTERN, (letter) => SPELLED_OUT[letter] ?? letter)
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(JOINING_MARKS, "")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

/** The folded words of a text; none for a text without letters and digits. */
export function words(text: string): string[] {
  const folded = fold(text);
  return folded === "" ? [] : folded.split(" ");
}
