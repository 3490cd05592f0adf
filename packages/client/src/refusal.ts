import { A2AError, type Dialect, missingCapability } from "@a2akit/protocol";
import type { AgentCard, Method } from "@a2akit/types";

/** Why a method cannot be called on an agent: undefined when it can. */
export function refusal(
  method: Method,
  { card, dialect }: { card: AgentCard; dialect: Dialect },
): A2AError | undefined {
  if (!dialect.methods.includes(method)) {
    return new A2AError("MethodNotFound", {
      message: `The dialect ${dialect.name} has no ${method}; it has: ${dialect.methods.join(", ")}`,
    });
  }
  const [capability, error] = missingCapability(method, card.capabilities) ?? [];
  if (!error) return undefined;
  return new A2AError(error, {
    message: `${method} needs the capability ${capability}, which the card of ${card.name} does not declare`,
  });
}

/** Whether a method only reads, so that calling it twice is like calling it once. */
export function isSafe(method: Method): boolean {
  return /^(Get|List)/.test(method);
}
