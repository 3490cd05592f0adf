import type { AgentCard } from "@a2akit/types";

/** A card with what a card must have, of an agent that is nowhere. */
export function bareCard(more: Partial<AgentCard> = {}): AgentCard {
  return {
    name: "Bare agent",
    description: "Is known by its card",
    version: "1.0.0",
    supportedInterfaces: [{ url: "https://agent.example/", protocolBinding: "JSONRPC", protocolVersion: "1.0" }],
    capabilities: {},
    defaultInputModes: ["text/plain"],
    defaultOutputModes: ["text/plain"],
    skills: [],
    ...more,
  };
}
