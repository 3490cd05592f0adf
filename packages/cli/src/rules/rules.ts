import { cardRules } from "./card-rules.ts";
import { dataRules } from "./data-rules.ts";
import { methodRules } from "./method-rules.ts";
import { requirementOf } from "./requirement-of.ts";
import type { Rule, RuleRow } from "./rule.ts";
import { wireRules } from "./wire-rules.ts";
import { workRules } from "./work-rules.ts";

const rows: Readonly<Record<string, RuleRow>> = {
  ...cardRules,
  ...wireRules,
  ...methodRules,
  ...dataRules,
  ...workRules,
};

/** Every rule, in the order in which an agent meets it: its card, the wire, methods, data, work. */
export const rules: readonly Rule[] = Object.entries(rows).map(([id, row]) => ({ id, ...requirementOf(id), ...row }));
