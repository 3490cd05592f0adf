import { type Dialect, PROTOCOL_VERSION } from "@a2akit/protocol";
import type { AgentCard } from "@a2akit/types";
import { eventLogExtension } from "../event-log-extension.ts";

type Derived = "supportedInterfaces" | "capabilities" | "defaultInputModes" | "defaultOutputModes" | "skills";

/**
 * The Agent Card as its author writes it (A2A §4.4.1). The interfaces come from the mounts; what is left out here has a
 * default: streaming on, push notifications where the handler has a sender, text and JSON in and out, and one skill that
 * says what the card says.
 */
export type CardOptions = Omit<AgentCard, Derived> & Partial<Omit<AgentCard, "supportedInterfaces">>;

/** Puts signatures on a card as it is served, such as `(card) => signAgentCard(card, key)` of `@a2akit/server/sign-card`. */
export type SignCard = (card: AgentCard) => AgentCard | Promise<AgentCard>;

const MODES = ["text/plain", "application/json"];

/** The card of one mount, but for its URL: a dialect that lacks a method lacks the capability. */
export function buildCard(options: CardOptions, dialect: Dialect): AgentCard {
  const { capabilities = {}, ...card } = options;
  const { security } = dialect;
  const has = (method: Dialect["methods"][number]): boolean => dialect.methods.includes(method);
  const streaming = (capabilities.streaming ?? true) && has("SendStreamingMessage");
  const extensions = [
    ...(capabilities.extensions ?? []),
    ...(streaming && has("SubscribeToTask") ? [eventLogExtension] : []),
  ];
  return {
    ...card,
    defaultInputModes: card.defaultInputModes ?? MODES,
    defaultOutputModes: card.defaultOutputModes ?? MODES,
    skills: card.skills ?? [{ id: "default", name: card.name, description: card.description, tags: ["agent"] }],
    ...(security !== undefined && {
      securitySchemes: { ...security.schemes, ...card.securitySchemes },
      securityRequirements: card.securityRequirements ?? [...security.requirements],
    }),
    supportedInterfaces: [],
    capabilities: {
      ...capabilities,
      streaming,
      pushNotifications: (capabilities.pushNotifications ?? false) && has("CreateTaskPushNotificationConfig"),
      extendedAgentCard: (capabilities.extendedAgentCard ?? false) && has("GetExtendedAgentCard"),
      ...(extensions.length > 0 && { extensions }),
    },
  };
}

/** The card with its interface at `url` (A2A §8.3.1), which may be that of one tenant. */
export function withInterface(card: AgentCard, url: string, tenant: string): AgentCard {
  const served = {
    url,
    protocolBinding: "JSONRPC",
    protocolVersion: PROTOCOL_VERSION,
    ...(tenant !== "" && { tenant }),
  };
  return { ...card, supportedInterfaces: [served] };
}
