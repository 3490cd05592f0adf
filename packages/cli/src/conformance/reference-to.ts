import { requirementOf } from "../rules/requirement-of.ts";
import type { RequirementRef } from "./result.ts";

/** What a result says of a requirement. @throws Error for an id that is none. */
export function referenceTo(id: string): RequirementRef {
  const { section, level } = requirementOf(id);
  return { id, section, level };
}
