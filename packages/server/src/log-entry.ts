import type { Message, Task, TaskArtifactUpdateEvent, TaskStatus, TaskStatusUpdateEvent } from "@a2akit/types";

/**
 * One entry of a task's log; the Task is the fold of its entries.
 *
 * `message` is internal: it takes a number and is never sent as a frame, so that wire numbers rise and may skip.
 */
export type LogEntry =
  | { readonly type: "task"; readonly task: Task }
  | { readonly type: "message"; readonly message: Message }
  | { readonly type: "status"; readonly event: TaskStatusUpdateEvent }
  | { readonly type: "artifact"; readonly event: TaskArtifactUpdateEvent };

/** The status that an entry gives its task; `undefined` where it gives none. */
export function statusOf(entry: LogEntry): TaskStatus | undefined {
  if (entry.type === "status") return entry.event.status;
  return entry.type === "task" ? entry.task.status : undefined;
}
