import { type Facts, isSkipped, type Rule, type Severity } from "./rule.ts";
import type { Seen } from "./seen.ts";

/** What became of one rule. */
export interface Judgement {
  readonly rule: Rule;
  readonly outcome: "pass" | "fail" | "skip";
  /** What is wrong, or why there was nothing to judge. */
  readonly messages: readonly string[];
  /** As the rule has it; a deviation that the dialect accounts for is no more than an info. */
  readonly severity: Severity;
  /** The dialect in which what was found is right. */
  readonly facts: Facts;
  /** Whether the dialect that is spoken accounts for it. */
  readonly isExcused: boolean;
}

/** Judges what was seen by every rule, in their order. */
export function judge(seen: Seen, rules: readonly Rule[]): Judgement[] {
  return rules.map((rule) => {
    const verdict = rule.judge(seen);
    if (isSkipped(verdict))
      return {
        rule,
        outcome: "skip",
        messages: [verdict.skipped],
        severity: rule.severity,
        facts: {},
        isExcused: false,
      };
    if (verdict.length === 0)
      return { rule, outcome: "pass", messages: [], severity: rule.severity, facts: {}, isExcused: false };
    const facts = rule.facts?.(seen) ?? {};
    const isExcused = Object.keys(facts).length > 0 && accountsFor(seen.agent?.dialect, facts);
    return { rule, outcome: "fail", messages: verdict, severity: isExcused ? "info" : rule.severity, facts, isExcused };
  });
}

/** Whether a dialect says the same of each fact, and has no method that is not there. */
export function accountsFor(dialect: Facts | undefined, { methods, ...facts }: Facts): boolean {
  if (dialect === undefined || (methods && !dialect.methods?.every((method) => methods.includes(method)))) return false;
  return Object.entries(facts).every(([name, value]) => dialect[name as keyof typeof facts] === value);
}
