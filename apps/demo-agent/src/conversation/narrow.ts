import { MATCH_CONFIDENCE, type MatchResult, match } from "../register/match.ts";
import type { Field, PartnerRequest } from "../request/request.ts";

export interface Narrowed {
  readonly request: PartnerRequest;
  readonly result: MatchResult;
}

/** One way to read a follow-up; `fits` names the fact that must agree, or the reading is dropped. */
interface Reading {
  readonly request: PartnerRequest;
  readonly fits?: Field;
}

/**
 * Joins what a follow-up says to what is known: the first reading that leaves one entry, else the first that leaves any. Where
 * none does, the answer is `none` for all that was said.
 */
export function narrow(known: PartnerRequest, said: PartnerRequest): Narrowed {
  const tries = readings(known, said).map(({ request, fits }) => ({ request, result: fitting(match(request), fits) }));
  const byVerdict = (verdict: MatchResult["verdict"]) => tries.find(({ result }) => result.verdict === verdict);
  const [first = { request: {}, result: match({}) }] = tries;
  return byVerdict("match") ?? byVerdict("several") ?? first;
}

function readings(known: PartnerRequest, said: PartnerRequest): Reading[] {
  const replaced = { ...known, ...said };
  if (said.name === undefined || known.name === undefined) return [{ request: replaced }];
  return [
    // "Siemens", then "Healthineers" or "Munich". Each word must fit: "Siemens Bosch" is still somewhat like "Siemens".
    { request: { ...replaced, name: `${known.name} ${said.name}` }, fits: "name" },
    // "Siemens", then "Nonnendammallee 101"; without a number it would find the Siemens in "Werner-von-Siemens-Straße".
    ...(/\d/u.test(said.name)
      ? [{ request: { ...replaced, name: known.name, street: said.name }, fits: "street" as const }]
      : []),
    // "Siemens", then "Bosch": another company, at the old place or anywhere
    { request: replaced },
    { request: said },
  ];
}

function fitting(result: MatchResult, field: Field | undefined): MatchResult {
  const score = field === undefined ? 1 : result.candidates[0]?.scores[field];
  return (score ?? 0) >= MATCH_CONFIDENCE ? result : { verdict: "none", candidates: [] };
}
