import { A2AError } from "@a2akit/protocol";
import type { AgentCard } from "@a2akit/types";
import { type Call, type Caller, isAnonymous } from "../call-context.ts";
import type { SignCard } from "../card/agent-card.ts";
import { requireCard } from "../card/require-card.ts";
import type { RequestHandler } from "../dispatch/request-handler.ts";

type More = Partial<AgentCard> | undefined;

/** The card for callers who are known, or a function of the caller; without one for this caller: −32007. */
export type ExtendedCard = Partial<AgentCard> | ((caller: Caller) => More | Promise<More>);

export interface AgentCardOptions {
  readonly extendedCard: ExtendedCard | undefined;
  readonly signCard: SignCard | undefined;
  /** The public card of the mount; its signatures, if any, are of itself. */
  card(baseUrl: string): AgentCard;
  /** The public URL below which the mounts lie. */
  baseUrl(call: Call): string;
}

/**
 * GetExtendedAgentCard (A2A §3.1.11): off is −32004 (the capability gate), then unconfigured −32007, then unknown callers 401.
 *
 * @throws TypeError for an extended card that is none; one that a function makes is checked when it is asked for.
 */
export function createAgentCardMethods(options: AgentCardOptions): Pick<RequestHandler, "GetExtendedAgentCard"> {
  const { extendedCard, signCard, card, baseUrl } = options;
  const extend = (url: string, more: Partial<AgentCard>): AgentCard => {
    const { signatures: _, ...open } = card(url);
    return requireCard({ ...open, ...more }, "extendedCard");
  };
  if (typeof extendedCard === "object") extend("https://agent.example", extendedCard);

  return {
    async GetExtendedAgentCard(_, { caller, call }) {
      if (extendedCard === undefined) throw new A2AError("ExtendedAgentCardNotConfigured");
      if (isAnonymous(caller)) throw new A2AError("Unauthenticated");
      const more = typeof extendedCard === "function" ? await extendedCard(caller) : extendedCard;
      if (more === undefined) throw new A2AError("ExtendedAgentCardNotConfigured");
      const whole = extend(baseUrl(call), more);
      return signCard === undefined ? whole : signCard(whole);
    },
  };
}
