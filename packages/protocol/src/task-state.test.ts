import type { TaskState } from "@a2akit/types";
import { expect, test } from "vitest";
import { enums } from "./gen/enums.ts";
import { isInterrupted, isTerminal } from "./task-state.ts";

test("every state is terminal, interrupted, or neither", () => {
  const isOpen = (state: TaskState) => !isTerminal(state) && !isInterrupted(state);
  expect(enums.TaskState.filter(isTerminal)).toEqual([
    "TASK_STATE_COMPLETED",
    "TASK_STATE_FAILED",
    "TASK_STATE_CANCELED",
    "TASK_STATE_REJECTED",
  ]);
  expect(enums.TaskState.filter(isInterrupted)).toEqual(["TASK_STATE_INPUT_REQUIRED", "TASK_STATE_AUTH_REQUIRED"]);
  expect(enums.TaskState.filter(isOpen)).toEqual([
    "TASK_STATE_UNSPECIFIED",
    "TASK_STATE_SUBMITTED",
    "TASK_STATE_WORKING",
  ]);
});
