import type { AgentExtension } from "@a2akit/types";

/** With it, SSE ids are log numbers, and `Last-Event-ID` on SubscribeToTask resumes a stream where it was cut off. */
export const EVENT_LOG_EXTENSION = "urn:a2akit:event-log:1";

export const eventLogExtension: AgentExtension = {
  uri: EVENT_LOG_EXTENSION,
  description:
    "Server-sent events carry the numbers of the task's log; Last-Event-ID on SubscribeToTask resumes after one.",
};
