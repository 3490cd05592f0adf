import { A2AError, PROTOCOL_VERSION, parseVersion } from "@a2akit/protocol";
import type { AgentCard, AgentInterface } from "@a2akit/types";

/** The binding that this client speaks, as cards write it (A2A §8.3.1). */
const BINDING = "JSONRPC";

/**
 * The first interface of the card that this client can speak (A2A §8.3.2).
 *
 * @throws A2AError UnsupportedOperation when no interface has our binding, VersionNotSupported when none of those has our version,
 * InvalidAgentResponse when its URL is none: a relative one in a card that was passed in without its address, say.
 */
export function chooseInterface(card: AgentCard): AgentInterface {
  const bound = card.supportedInterfaces.filter((entry) => entry.protocolBinding.toUpperCase() === BINDING);
  const chosen = bound.find((entry) => speaksOurVersion(entry.protocolVersion));
  if (!chosen) {
    const offered = card.supportedInterfaces.map((entry) => `${entry.protocolBinding} ${entry.protocolVersion}`);
    throw new A2AError(bound.length > 0 ? "VersionNotSupported" : "UnsupportedOperation", {
      message: `The agent offers ${offered.join(", ") || "no interface"}; this client speaks ${BINDING} ${PROTOCOL_VERSION}`,
    });
  }
  if (isHttp(chosen.url)) return chosen;
  throw new A2AError("InvalidAgentResponse", {
    message: `The card names ${JSON.stringify(chosen.url)} as its ${BINDING} endpoint, which is no http or https URL`,
  });
}

/** Patch numbers do not matter (A2A §3.6); a card that states no version is taken at its word that it is an A2A 1.0 card. */
function speaksOurVersion(version: string | undefined): boolean {
  return !version || parseVersion(version) === PROTOCOL_VERSION;
}

function isHttp(url: string): boolean {
  return URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
}
