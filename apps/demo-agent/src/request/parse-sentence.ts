import { fold } from "../text/fold.ts";
import { isLegalForm } from "../text/legal-form.ts";
import { parsePlace, splitTrailingCountry, trimPunctuation } from "./parse-place.ts";
import { MAX_FIELD_CHARACTERS, type PartnerRequest } from "./request.ts";

/** Words of asking, in English and German, that stand around a company's name and are never the whole of it. */
const ASKING_WORDS = new Set(
  `a about address adress all am an and are as based business by can check client company companies contact could customer data
  details do enrich enrichment entry facts find firm for get give good have headquartered hello help hey hi i im info information
  is it its know like located look lookup me my need new of on onboard onboarding one our partner partners please provide record
  register registered retrieve search send show sit site sits supplier tell thank thanks that the their them there this to up us vendor
  want we what whats where which who whos with would you your
  auskunft bitte brauche danke daten das dem den der die ein eine einen fuer finde firma geben gib hallo ich ist kunde kunden
  lieferant lieferanten mein meine meinen mir mit nach neue neuen neuer ort partners sitz sitzt suche suchen ueber unser unsere unseren
  unternehmen von was welche wer wir wo zeige zu zum zur`.split(/\s+/u),
);

/** What stands between a name and its place. */
const WHERE = /\s(?:in|at|from|near|aus|bei)\s/u;

const SENTENCE_END = /[!?]\s+|(?<=\p{L}{4})\.\s+(?=\p{Lu})/u;

/** More words than this are no company's name. */
const MAX_NAME_WORDS = 12;

/** Reads a request without labels; the first sentence that says anything counts. */
export function parseSentence(text: string): PartnerRequest {
  for (const sentence of text.split(SENTENCE_END)) {
    const facts = readSentence(sentence);
    if (Object.keys(facts).length > 0) return facts;
  }
  return {};
}

function readSentence(sentence: string): PartnerRequest {
  const [head = "", ...pieces] = sentence.split(/[,;\n]/u).filter((piece) => piece.trim() !== "");
  // "Apple, Inc., Cupertino"
  const forms = pieces.slice(0, isLegalForm(pieces[0] ?? "") ? 1 : 0);
  const [subject = "", ...where] = ` ${[head, ...forms].join(" ")} `.split(WHERE);
  const name = trimAsking(subject);
  // "88397 Biberach" is no company.
  const isPlace = parsePlace(name).postalCode !== undefined;
  const { rest, country } = splitTrailingCountry(isPlace ? "" : name);
  const place = [isPlace ? name : "", ...where, ...pieces.slice(forms.length)].map(trimAsking).join(",");
  const isName = rest !== "" && rest.length <= MAX_FIELD_CHARACTERS && rest.split(" ").length <= MAX_NAME_WORDS;
  return { ...(isName && { name: rest }), ...(country !== undefined && { country }), ...parsePlace(place) };
}

/** Without the words of asking at either end; a legal form at the end stays ("The Coca-Cola Company"). */
function trimAsking(text: string): string {
  const parts = trimPunctuation(text).split(" ");
  let start = 0;
  let end = parts.length;
  while (start < end && isAsking(parts[start])) start += 1;
  while (end > start && isAsking(parts[end - 1]) && !isLegalForm(parts[end - 1] ?? "")) end -= 1;
  return trimPunctuation(parts.slice(start, end).join(" "));
}

function isAsking(word = ""): boolean {
  return ASKING_WORDS.has(fold(word));
}
