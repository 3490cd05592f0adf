import { cardRules } from "./card-rules.ts";
import { dataRules } from "./data-rules.ts";
import { methodRules } from "./method-rules.ts";
import { requirementOf } from "./requirement-of.ts";
import type { Rule, RuleRow } from "./rule.ts";
import { wireRules } from "./wire-rules.ts";
import { workRules } from "./work-rules.ts";

/** Tables of rules by topic, in the order in which a caller meets an agent. */
const topics: Readonly<Record<string, Readonly<Record<string, RuleRow>>>> = {
  "Agent Card": cardRules,
  "JSON-RPC": wireRules,
  Methods: methodRules,
  "Data model": dataRules,
  "Messages and tasks": workRules,
};

/** Every rule: the doctor tells of those that are broken, conformance of all. */
export const rules: readonly Rule[] = Object.entries(topics).flatMap(([topic, rows]) =>
  Object.entries(rows).map(([id, row]) => {
    const { section, text } = requirementOf(id);
    return { id, topic, section, text, ...row };
  }),
);
