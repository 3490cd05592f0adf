import type { ResolvedCard } from "@a2akit/client";
import { type Dialect, PROTOCOL_VERSION, parseVersion } from "@a2akit/protocol";
import { a2a } from "@a2akit/protocol/dialects/a2a";
import { cardOptionsOf, type MockSource } from "./source.ts";

/** An agent that is known by its card alone: the canonical dialect, in the shape of the card, unless another one is named. */
export function cardSource({ card, shape }: ResolvedCard, dialect: Dialect | undefined): MockSource {
  const versions = [...new Set(card.supportedInterfaces.map(({ protocolVersion }) => protocolVersion))];
  const isOther = versions.every((version) => parseVersion(version) !== PROTOCOL_VERSION);
  return {
    title: card.name,
    dialect: dialect ?? { ...a2a, name: shape === "flat" ? "flat" : a2a.name, cardShape: shape },
    card: cardOptionsOf(card),
    replies: [],
    tasks: [],
    complete: (_, value) => value,
    warnings: isOther ? [`the card names A2A ${versions.join(", ")}; the mock speaks ${PROTOCOL_VERSION}`] : [],
  };
}
