import type { Judgement } from "../rules/judge.ts";
import { referenceTo } from "./reference-to.ts";
import type { Result } from "./result.ts";

/** The rules of the doctor as checks: the same table, told whole. */
export function ruleResults(judgements: readonly Judgement[]): Result[] {
  return judgements.map(({ rule: { id, topic, text }, outcome, messages, isExcused }) => {
    const requirement = referenceTo(id);
    const isAdvice = requirement.level !== "MUST" || isExcused;
    const note = isExcused ? [...messages, "the dialect accounts for it"] : messages;
    return {
      topic,
      title: text,
      requirements: [requirement],
      outcome: outcome === "fail" && isAdvice ? "warn" : outcome,
      ...(note.length > 0 && { message: note.join("; ") }),
      milliseconds: 0,
    };
  });
}
