import type { Candidate } from "../register/match.ts";
import { type RegisterEntry, SOURCE } from "../register/register.ts";
import type { Field } from "../request/request.ts";

/** What the agent knows about a business partner, as its `data` part carries it. */
export interface OnboardingData {
  readonly name: string;
  readonly legalForm: string;
  readonly street: string;
  readonly postalCode: string;
  readonly city: string;
  /** ISO 3166 alpha-2. */
  readonly country: string;
  /** 0 to 1, two decimals. */
  readonly confidence: number;
  /** The facts of the request that agree with this entry; "choice" when the caller picked it from a list. */
  readonly matchedOn: ReadonlyArray<Field | "choice">;
  readonly source: string;
}

/** From here on a fact is said to agree; a misspelled city still does. */
const AGREES = 0.8;

export function toOnboardingData({ entry, confidence, scores }: Candidate, chosen = false): OnboardingData {
  const { name, legalForm, street, postalCode, city, country } = entry;
  const agreeing = (Object.entries(scores) as Array<[Field, number]>).filter(([, score]) => score >= AGREES);
  return {
    ...{ name, legalForm, street, postalCode, city, country },
    confidence: Math.round(confidence * 100) / 100,
    matchedOn: [...agreeing.map(([field]) => field), ...(chosen ? (["choice"] as const) : [])],
    source: SOURCE,
  };
}

/** "Siemens AG, Nonnendammallee 101, 13629 Berlin, DE" */
export function addressLine({ name, legalForm, street, postalCode, city, country }: RegisterEntry): string {
  return `${name} ${legalForm}, ${street}, ${postalCode} ${city}, ${country}`;
}
