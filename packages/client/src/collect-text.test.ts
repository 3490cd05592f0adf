import type { Message, StreamResponse, Task } from "@a2akit/types";
import { expect, test } from "vitest";
import { collectText } from "./collect-text.ts";

const message: Message = {
  messageId: "m",
  role: "ROLE_AGENT",
  parts: [{ text: "one" }, { data: { a: 1 } }, { text: "two" }],
};
const task: Task = {
  id: "t",
  status: { state: "TASK_STATE_COMPLETED", message },
  artifacts: [
    { artifactId: "a", parts: [{ text: "Hel" }, { text: "lo" }] },
    { artifactId: "b", parts: [{ data: null }] },
    { artifactId: "c", parts: [{ text: "world" }] },
  ],
};

test.each([
  ["a message", message, "one\ntwo"],
  ["a task with artifacts", task, "Hello\nworld"],
  ["nothing", undefined, ""],
  ["a task without a status", { id: "t" } as Task, ""],
  ["an event without a status", { statusUpdate: { taskId: "t" } } as StreamResponse, ""],
  ["a task without", { ...task, artifacts: [] }, "one\ntwo"],
  ["a task that says nothing", { id: "t", status: { state: "TASK_STATE_WORKING" as const } }, ""],
  ["an answer with a task", { task }, "Hello\nworld"],
  ["an answer with a message", { message }, "one\ntwo"],
  ["a status event", { statusUpdate: { taskId: "t", contextId: "c", status: task.status } }, "one\ntwo"],
  [
    "an artifact event",
    { artifactUpdate: { taskId: "t", contextId: "c", artifact: { artifactId: "a", parts: [{ text: "chunk " }] } } },
    "chunk ",
  ],
])("the text of %s", (_, answer, want) => {
  expect(collectText(answer)).toBe(want);
});
