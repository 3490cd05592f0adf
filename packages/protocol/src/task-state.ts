import type { TaskState } from "@a2akit/types";

/** States that a task never leaves (A2A §3.1.1, §4.1.3). */
export const TERMINAL_STATES: ReadonlySet<TaskState> = /*@__PURE__*/ new Set<TaskState>([
  "TASK_STATE_COMPLETED",
  "TASK_STATE_FAILED",
  "TASK_STATE_CANCELED",
  "TASK_STATE_REJECTED",
]);

/** States in which a task waits for its client; a blocking call returns and a stream closes there (A2A §3.2.2, §11.7). */
export const INTERRUPTED_STATES: ReadonlySet<TaskState> = /*@__PURE__*/ new Set<TaskState>([
  "TASK_STATE_INPUT_REQUIRED",
  "TASK_STATE_AUTH_REQUIRED",
]);

export function isTerminal(state: TaskState): boolean {
  return TERMINAL_STATES.has(state);
}

export function isInterrupted(state: TaskState): boolean {
  return INTERRUPTED_STATES.has(state);
}
