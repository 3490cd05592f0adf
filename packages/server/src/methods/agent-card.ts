import { A2AError } from "@a2akit/protocol";
import type { AgentCard } from "@a2akit/types";
import { type Caller, isAnonymous } from "../call-context.ts";
import type { RequestHandler } from "../request-handler.ts";

/** The card for callers who are known, or a function of the caller; without one for this caller: −32007. */
export type ExtendedCard = Partial<AgentCard> | ((caller: Caller) => Partial<AgentCard> | undefined);

/** GetExtendedAgentCard (A2A §3.1.11): off is −32004 (the capability gate), then unconfigured −32007, then unknown callers 401. */
export function createAgentCardMethods(
  extended: ExtendedCard | undefined,
  card: (baseUrl: string) => AgentCard,
): Pick<RequestHandler, "GetExtendedAgentCard"> {
  return {
    async GetExtendedAgentCard(_, { caller, baseUrl }) {
      if (extended === undefined) throw new A2AError("ExtendedAgentCardNotConfigured");
      if (isAnonymous(caller)) throw new A2AError("Unauthenticated");
      const more = typeof extended === "function" ? extended(caller) : extended;
      if (more === undefined) throw new A2AError("ExtendedAgentCardNotConfigured");
      return { ...card(baseUrl()), ...more };
    },
  };
}
