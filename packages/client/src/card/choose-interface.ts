import { A2AError, PROTOCOL_VERSION, parseVersion } from "@a2akit/protocol";
import type { AgentInterface } from "@a2akit/types";
import { addressFault } from "./address-fault.ts";
import { BINDING, ownInterface } from "./own-interface.ts";
import { isPrivate } from "./private-host.ts";
import type { ResolvedCard } from "./resolve-card.ts";

export interface InterfaceOptions {
  /** Whether a card from a public host may name a loopback or private one as its interface; false by default. */
  readonly allowPrivateHosts?: boolean | undefined;
}

/**
 * The first interface of the card that this client can speak (A2A §8.3.2), where none is on the card's own origin.
 *
 * @throws A2AError UnsupportedOperation when no interface has our binding, VersionNotSupported when none of those has our version,
 * InvalidAgentResponse when its URL is none – a relative one in a card that was passed in without its address, say – or leads from a public
 * host into a private network.
 */
export function chooseInterface(
  resolved: Pick<ResolvedCard, "card" | "url">,
  { allowPrivateHosts = false }: InterfaceOptions = {},
): AgentInterface {
  const own = ownInterface(resolved);
  if (own) return own;
  const { card, url: home } = resolved;
  const bound = card.supportedInterfaces.filter((entry) => entry.protocolBinding.toUpperCase() === BINDING);
  const spoken = bound.filter((entry) => speaksOurVersion(entry.protocolVersion));
  const isGuarded = home !== undefined && !allowPrivateHosts && !isPrivate(home);
  const chosen = spoken.find(({ url }) => !addressFault(url, isGuarded));
  if (chosen) return chosen;
  if (spoken[0]) {
    const { url } = spoken[0];
    throw new A2AError("InvalidAgentResponse", {
      message: `The card names ${JSON.stringify(url)} as its ${BINDING} endpoint, which is ${addressFault(url, isGuarded)}`,
    });
  }
  const offered = card.supportedInterfaces.map((entry) => `${entry.protocolBinding} ${entry.protocolVersion}`);
  throw new A2AError(bound.length > 0 ? "VersionNotSupported" : "UnsupportedOperation", {
    message: `The agent offers ${offered.join(", ") || "no interface"}; this client speaks ${BINDING} ${PROTOCOL_VERSION}`,
  });
}

/** Patch numbers do not matter (A2A §3.6); a card that states no version is taken at its word that it is an A2A 1.0 card. */
function speaksOurVersion(version: string | undefined): boolean {
  return !version || parseVersion(version) === PROTOCOL_VERSION;
}
