import type { AgentCapabilities, Method } from "@a2akit/types";
import type { ErrorName } from "./a2a-error.ts";

/** A flag of the Agent Card, and the error of an agent that does not declare it. */
export type Capability = readonly [keyof Omit<AgentCapabilities, "extensions">, ErrorName];

const STREAMING: Capability = ["streaming", "UnsupportedOperation"];
const PUSH: Capability = ["pushNotifications", "PushNotificationNotSupported"];

const capabilities: Partial<Readonly<Record<Method, Capability>>> = {
  SendStreamingMessage: STREAMING,
  SubscribeToTask: STREAMING,
  CreateTaskPushNotificationConfig: PUSH,
  GetTaskPushNotificationConfig: PUSH,
  ListTaskPushNotificationConfigs: PUSH,
  DeleteTaskPushNotificationConfig: PUSH,
  GetExtendedAgentCard: ["extendedAgentCard", "UnsupportedOperation"],
};

/** The capability that a method needs and the agent does not declare; undefined where nothing is missing (A2A §3.3.4). */
export function missingCapability(method: Method, declared: AgentCapabilities): Capability | undefined {
  const needed = capabilities[method];
  return needed === undefined || declared[needed[0]] === true ? undefined : needed;
}
