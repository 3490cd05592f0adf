import Fuse from "fuse.js";

/** Two edits in seven letters still count as a typo; a larger share is another word, as "Munich" is not "Zurich". */
const WORD_THRESHOLD = 0.3;

/** Shorter words must be equal: "Bahn" is not a typo of "Bank". */
const SHORTEST_FUZZY_WORD = 5;

/** Words that say little about who is meant; they weigh a quarter. */
const COMMON_WORDS = new Set(
  "bank deutsche group holding industries international motor motors the of and und an am de der la".split(" "),
);
const COMMON_WORD_WEIGHT = 0.25;

/** The share of a name score that falls to the entry's words which the request does not mention. */
export type Strictness = 0 | 0.1 | 0.5;

const FUSE_OPTIONS = { ignoreLocation: true, includeScore: true, threshold: WORD_THRESHOLD };

/** 1 for equal words, 0 for different ones, between them for a typo. Both words are folded. */
export function wordSimilarity(left: string, right: string): number {
  if (left === right) return 1;
  if (Math.max(left.length, right.length) < SHORTEST_FUZZY_WORD) return 0;
  // Fuse looks for the pattern anywhere in the text ("in" in "ingelheim"), so both directions must hold.
  return Math.min(fuseSimilarity(left, right), fuseSimilarity(right, left));
}

/**
 * How well the words of a request cover those of an entry, 0 to 1. Longer words weigh more, word order does not
 * matter, and "Coca Cola" equals "Cocacola". `strictness` says how much the entry's remaining words count.
 */
export function textSimilarity(asked: readonly string[], entry: readonly string[], strictness: Strictness): number {
  if (asked.length === 0 || entry.length === 0) return 0;
  if (asked.join("") === entry.join("")) return 1;
  return (1 - strictness) * coverage(asked, entry) + strictness * coverage(entry, asked);
}

/** True for words that name nobody by themselves: "Bank", "Deutsche". */
export function areCommon(asked: readonly string[]): boolean {
  return asked.every((word) => COMMON_WORDS.has(word));
}

/** The best similarity that a word has to any of the others. */
export function bestSimilarity(word: string, others: readonly string[]): number {
  return Math.max(0, ...others.map((other) => wordSimilarity(word, other)));
}

function coverage(from: readonly string[], to: readonly string[]): number {
  let found = 0;
  let total = 0;
  for (const word of from) {
    const weight = word.length * (COMMON_WORDS.has(word) ? COMMON_WORD_WEIGHT : 1);
    found += weight * bestSimilarity(word, to);
    total += weight;
  }
  return found / total;
}

function fuseSimilarity(pattern: string, text: string): number {
  const { isMatch, score } = Fuse.match(pattern, text, FUSE_OPTIONS);
  return isMatch ? 1 - score : 0;
}
