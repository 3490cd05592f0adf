import type { Field, PartnerRequest } from "../request/request.ts";
import { splitLegalForm } from "../text/legal-form.ts";
import { REGISTER, type RegisterEntry } from "./register.ts";
import { scoreEntry } from "./score-entry.ts";
import { areCommon } from "./similarity.ts";

/** An entry of the register and how well it fits. */
export interface Candidate {
  readonly entry: RegisterEntry;
  /** 0 to 1: the weighted mean of `scores`, over the facts that the request gave. */
  readonly confidence: number;
  /** 0 to 1 for each fact that was compared. */
  readonly scores: Readonly<Partial<Record<Field, number>>>;
}

/** `match`: the first candidate is meant. `several`: the caller must say which, or whether, one is meant. `none`: no entry fits. */
export interface MatchResult {
  readonly verdict: "match" | "several" | "none";
  /** Best first. */
  readonly candidates: readonly Candidate[];
}

/** How much each fact weighs. A wrong city or country alone keeps a right name below `MATCH_CONFIDENCE`. */
const WEIGHTS: Readonly<Record<Field, number>> = {
  name: 0.5,
  legalForm: 0.05,
  city: 0.25,
  country: 0.2,
  postalCode: 0.1,
  street: 0.1,
};

/** Below this an entry is not offered at all. */
const CANDIDATE_CONFIDENCE = 0.6;

/** Below this similarity of the name an entry is not offered, whatever else fits. */
const CANDIDATE_NAME = 0.6;

/** From here on, in the whole and in the name (without a name: the street), an entry can be taken without asking. */
export const MATCH_CONFIDENCE = 0.8;

/** How far the best entry must be ahead of the next one to be taken without asking. */
const CLEAR_LEAD = 0.1;

/** An entry that is further behind the best one is not offered beside it: the other site when the city fits this one. */
const OFFER_DISTANCE = 0.2;

/** True when a request says enough to look for: a country or a legal form alone does not. */
export function isSearchable({ name, street, postalCode, city }: PartnerRequest): boolean {
  return [name, street, postalCode, city].some((fact) => fact !== undefined);
}

/** Compares a request with every entry of the register. */
export function match(request: PartnerRequest, register: readonly RegisterEntry[] = REGISTER): MatchResult {
  if (!isSearchable(request)) return { verdict: "none", candidates: [] };
  const candidates = register
    .map((entry) => toCandidate(entry, request))
    .filter(({ confidence, scores }) => confidence >= CANDIDATE_CONFIDENCE && (scores.name ?? 1) >= CANDIDATE_NAME)
    .sort((left, right) => right.confidence - left.confidence);
  const floor = (candidates[0]?.confidence ?? 0) - OFFER_DISTANCE;
  return {
    verdict: judge(candidates, leastNameScore(request)),
    candidates: candidates.filter(({ confidence }) => confidence >= floor),
  };
}

function toCandidate(entry: RegisterEntry, request: PartnerRequest): Candidate {
  const scores = scoreEntry(entry, request);
  return { entry, scores, confidence: weightedMean(scores) };
}

function weightedMean(scores: Candidate["scores"]): number {
  let sum = 0;
  let weight = 0;
  for (const field of FIELDS) {
    const score = scores[field];
    if (score === undefined) continue;
    sum += WEIGHTS[field] * score;
    weight += WEIGHTS[field];
  }
  return weight === 0 ? 0 : sum / weight;
}

/** `Object.keys` gives strings; the keys of this record are fields by its type. */
const FIELDS = Object.keys(WEIGHTS) as Field[];

/** A name of words that many names have must be the whole name: "Deutsche" alone is not Deutsche Bank. */
function leastNameScore({ name }: PartnerRequest): number {
  return name !== undefined && areCommon(splitLegalForm(name).words) ? 1 : MATCH_CONFIDENCE;
}

function judge([best, next]: readonly Candidate[], leastName: number): MatchResult["verdict"] {
  if (best === undefined) return "none";
  // A city or a postal code alone tells where, not who.
  const { name, street } = best.scores;
  const isNamed = name === undefined ? (street ?? 0) >= MATCH_CONFIDENCE : name >= leastName;
  const sure = isNamed && best.confidence >= MATCH_CONFIDENCE;
  const lead = best.confidence - (next?.confidence ?? 0);
  return sure && lead >= CLEAR_LEAD ? "match" : "several";
}
