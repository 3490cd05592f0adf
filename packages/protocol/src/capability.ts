import type { AgentCapabilities, Method } from "@a2akit/types";
import type { ErrorName } from "./a2a-error.ts";

/** A flag of the Agent Card, and the error of an agent that does not declare it. */
export type Capability = readonly [keyof Omit<AgentCapabilities, "extensions">, ErrorName];

/** By the names of the methods that need one. */
const capabilities: readonly (readonly [RegExp, Capability])[] = [
  [/Streaming|Subscribe/, ["streaming", "UnsupportedOperation"]],
  [/PushNotification/, ["pushNotifications", "PushNotificationNotSupported"]],
  [/ExtendedAgentCard/, ["extendedAgentCard", "UnsupportedOperation"]],
];

/** The capability that a method needs and the agent does not declare; undefined where nothing is missing (A2A §3.3.4). */
export function missingCapability(method: Method, declared: AgentCapabilities): Capability | undefined {
  const needed = capabilities.find(([methods]) => methods.test(method))?.[1];
  return needed && declared[needed[0]] !== true ? needed : undefined;
}
