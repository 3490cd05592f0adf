import type { Dialect } from "@a2akit/protocol";
import type { Seen } from "./seen.ts";

export type Severity = "error" | "warning" | "info";

/** What a rule says of an agent: what is wrong, nothing, or why there was nothing to judge. */
export type Verdict = readonly string[] | { readonly skipped: string };

/** The facts of a dialect that an overlay can state. */
export type Facts = Partial<
  Pick<
    Dialect,
    | "methods"
    | "paramsSpelling"
    | "resultSpelling"
    | "sendMessageResult"
    | "cardShape"
    | "absentVersion"
    | "errorStatus"
  >
>;

/** One rule of A2A, as seen from a caller. */
export interface Rule {
  /** The id of a requirement. */
  readonly id: string;
  readonly topic: string;
  /** Section of A2A 1.0.1. */
  readonly section: string;
  /** The requirement. */
  readonly text: string;
  /** How bad it is for callers to break it. */
  readonly severity: Severity;
  /** What it costs a caller. */
  readonly costs: string;
  /** Pure: the same agent gets the same verdict. */
  readonly judge: (seen: Seen) => Verdict;
  /** What a dialect says in which the deviation is right; callers that know of it lose nothing. */
  readonly facts?: (seen: Seen) => Facts;
}

/** A row of a table of rules: the key is the id of its requirement, which has section and text. */
export type RuleRow = Omit<Rule, "id" | "topic" | "section" | "text">;

export function skipped(why: string): { readonly skipped: string } {
  return { skipped: why };
}

export function isSkipped(verdict: Verdict): verdict is { readonly skipped: string } {
  return "skipped" in verdict;
}
