import { fieldOf } from "./labels.ts";
import { parseSentence } from "./parse-sentence.ts";
import { readField } from "./read-field.ts";
import type { Field, PartnerRequest } from "./request.ts";

/** A word or two before a colon or an equals sign: "Name:", "postal code =". */
const LABEL = /(?<!\p{L})(?<first>\p{L}+[ _-])?(?<last>\p{L}+)\s*[:=]/gu;

/** Where a new sentence starts; the four letters keep "St. Gallen" and "Apple Inc. Cupertino" whole. */
const SENTENCE_END = /(?<=\p{L}{4})[.!?]\s+(?=\p{Lu})/u;

interface Label {
  readonly field: Field;
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/**
 * Reads a request in words: labelled facts in any order ("Name: …, Country: …"), a plain sentence ("Please find Siemens AG in
 * Munich, Germany"), or a sentence that labels follow. Of two labels for one field the later one stands.
 *
 * @throws RequestError for a labelled value that is too long and for an unknown country
 */
export function parseText(text: string): PartnerRequest {
  const labels = findLabels(text);
  const facts = labels.map((label, index) => {
    const value = text.slice(label.end, labels[index + 1]?.start);
    return readField(label.field, endOfValue(value), label.text);
  });
  const labelled: PartnerRequest = Object.assign({}, ...facts);
  if (labelled.name !== undefined) return labelled;
  return { ...parseSentence(text.slice(0, labels[0]?.start)), ...labelled };
}

function findLabels(text: string): Label[] {
  return [...text.matchAll(LABEL)].flatMap(({ index, 0: match, groups }) => {
    const { first = "", last = "" } = groups ?? {};
    const end = index + match.length;
    const both = fieldOf(first + last);
    if (both !== undefined) return [{ field: both, text: first + last, start: index, end }];
    const field = fieldOf(last);
    return field === undefined ? [] : [{ field, text: last, start: index + first.length, end }];
  });
}

/** A value ends with its line or sentence; an "and" before the next label is not part of it. */
function endOfValue(value: string): string {
  const [line = ""] = value.trimStart().split("\n");
  const [sentence = ""] = line.split(SENTENCE_END);
  return sentence.replace(/[\s,;]+(?:and|und)\s*$/iu, "");
}
