import { A2AError, type Dialect, type ErrorName } from "@a2akit/protocol";
import type { AgentCapabilities, AgentCard, Method } from "@a2akit/types";

type Gate = readonly [keyof AgentCapabilities, ErrorName];

const STREAMING: Gate = ["streaming", "UnsupportedOperation"];
const PUSH: Gate = ["pushNotifications", "PushNotificationNotSupported"];

/** The capability that a method needs, and the error where the card does not declare it (A2A §3.3.4). */
const gates: Partial<Readonly<Record<Method, Gate>>> = {
  SendStreamingMessage: STREAMING,
  SubscribeToTask: STREAMING,
  CreateTaskPushNotificationConfig: PUSH,
  GetTaskPushNotificationConfig: PUSH,
  ListTaskPushNotificationConfigs: PUSH,
  DeleteTaskPushNotificationConfig: PUSH,
  GetExtendedAgentCard: ["extendedAgentCard", "UnsupportedOperation"],
};

/** Why a method cannot be called on an agent: undefined when it can. */
export function refusal(
  method: Method,
  { card, dialect }: { card: AgentCard; dialect: Dialect },
): A2AError | undefined {
  if (!dialect.methods.includes(method)) {
    return new A2AError("MethodNotFound", {
      message: `The dialect ${dialect.name} has no ${method}; it has: ${dialect.methods.join(", ")}`,
    });
  }
  const [capability, key] = gates[method] ?? [];
  if (!capability || !key || card.capabilities[capability] === true) return undefined;
  return new A2AError(key, {
    message: `${method} needs the capability ${capability}, which the card of ${card.name} does not declare`,
  });
}

/** Whether a method only reads, so that calling it twice is like calling it once. */
export function isSafe(method: Method): boolean {
  return /^(Get|List)/.test(method);
}
