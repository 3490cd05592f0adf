import { formatPath } from "@a2akit/protocol";
import { AgentCardSchema } from "@a2akit/schemas";
import type { AgentCard } from "@a2akit/types";

/** Findings that a message names. */
const MAX_FINDINGS = 5;

/** @throws TypeError that names what is wrong, and where: a card that no client could read is the operator's fault */
export function requireCard(card: AgentCard, name: string): AgentCard {
  const parsed = AgentCardSchema.safeParse(card);
  if (parsed.success) return card;
  const findings = parsed.error.issues
    .slice(0, MAX_FINDINGS)
    .map(({ path, message }) => `${formatPath([name, ...path])}: ${message}`);
  throw new TypeError(findings.join("; "));
}
