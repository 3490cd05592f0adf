import type { Message, TaskState } from "@a2akit/types";
import type { LogEntry } from "../log-entry.ts";
import type { Scope } from "../task-store.ts";

export const SCOPE: Scope = { tenant: "t", owner: "alice" };
export const LEASE = { lease: 60_000 };

export const message = (messageId: string): Message => ({
  messageId,
  role: "ROLE_USER",
  parts: [{ text: messageId }],
  taskId: "1",
  contextId: "c",
});

/** Milliseconds; every status is later than the one before. */
let clock = Date.now();
const now = (): string => {
  clock += 1;
  return new Date(clock).toISOString();
};
/** The time of the last status that was made. */
export const lastTime = (): number => clock;

export const status = (state: TaskState, taskId = "1"): LogEntry => ({
  type: "status",
  event: { taskId, contextId: "c", status: { state, timestamp: now() } },
});
export const chunk = (text: string, append = true): LogEntry => ({
  type: "artifact",
  event: { taskId: "1", contextId: "c", artifact: { artifactId: "a", parts: [{ text }] }, append },
});
export const opening = (id = "1", contextId = "c"): LogEntry[] => [
  { type: "task", task: { id, contextId, status: { state: "TASK_STATE_SUBMITTED", timestamp: now() } } },
  { type: "message", message: message("m1") },
];
