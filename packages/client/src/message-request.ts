import type { Part, SendMessageRequest } from "@a2akit/types";
import type { Content, SendOptions } from "./client.ts";

/** A SendMessage request from what people write; its message gets an id of its own. */
export function messageRequest(content: Content, options: SendOptions = {}): SendMessageRequest {
  const { taskId, contextId, metadata, configuration, message } = options;
  return {
    message: {
      messageId: crypto.randomUUID(),
      role: "ROLE_USER",
      parts: partsOf(content),
      ...(taskId !== undefined && { taskId }),
      ...(contextId !== undefined && { contextId }),
      ...message,
    },
    ...(configuration !== undefined && { configuration }),
    ...(metadata !== undefined && { metadata }),
  };
}

function partsOf(content: Content): Part[] {
  if (typeof content === "string") return [{ text: content }];
  return isPart(content) ? [content] : [...content];
}

function isPart(content: Part | readonly Part[]): content is Part {
  return !Array.isArray(content);
}
