import { PROTOCOL_VERSION } from "@a2akit/protocol";
import type { AgentInterface } from "@a2akit/types";
import type { ResolvedCard } from "./resolve-card.ts";

/** The binding that this client speaks, as cards write it (A2A §8.3.1). */
export const BINDING = "JSONRPC";

/**
 * The interface that most cards have: of our version, to the letter, and on the origin that the card is from, so that there is nothing to guard.
 * Undefined where `chooseInterface` has to look closer.
 */
export function ownInterface({ card, url: home }: Pick<ResolvedCard, "card" | "url">): AgentInterface | undefined {
  const own = card.supportedInterfaces.find(
    ({ protocolBinding, protocolVersion }) => protocolBinding === BINDING && protocolVersion === PROTOCOL_VERSION,
  );
  const origin = own && originOf(own.url);
  return origin && origin === originOf(home ?? own.url) ? own : undefined;
}

function originOf(url: string): string | undefined {
  // Without user and password, which nobody could call.
  return /^https?:\/\/[^/?#@]+(?![^/?#])/.exec(url)?.[0];
}
