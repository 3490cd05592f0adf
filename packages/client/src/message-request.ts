import type { SendMessageRequest } from "@a2akit/types";
import type { Content, SendOptions } from "./client.ts";

/** A SendMessage request from what people write; its message gets an id of its own. */
export function messageRequest(content: Content, options: SendOptions = {}): SendMessageRequest {
  const { taskId, contextId, metadata, configuration, message } = options;
  return {
    message: {
      messageId: crypto.randomUUID(),
      role: "ROLE_USER",
      parts: typeof content === "string" ? [{ text: content }] : [content].flat(),
      ...(taskId !== undefined && { taskId }),
      ...(contextId !== undefined && { contextId }),
      ...message,
    },
    ...(configuration !== undefined && { configuration }),
    ...(metadata !== undefined && { metadata }),
  };
}
