import type { Task } from "@a2akit/types";
import { describe, expect, test } from "vitest";
import { a2a } from "../gen/dialects/a2a.ts";
import { cdqGenius } from "../gen/dialects/cdq-genius.ts";
import { moltrust } from "../gen/dialects/moltrust.ts";
import { decodeParams } from "./decode-params.ts";
import { decodeResult } from "./decode-result.ts";
import { encodeParams } from "./encode-params.ts";
import { encodeResult } from "./encode-result.ts";

const task = { id: "t", contextId: "c", status: { state: "TASK_STATE_COMPLETED" } } as const satisfies Task;
const message = { messageId: "m", taskId: "t", role: "ROLE_AGENT", parts: [{ text: "hi" }] };
const params = { id: "t", historyLength: 2 };

test("params are written in the dialect's spelling and read in any", () => {
  expect(encodeParams(a2a, "GetTask", params)).toBe(params);
  const wire = encodeParams(moltrust, "GetTask", params);
  expect(wire).toEqual({ id: "t", history_length: 2 });
  expect(decodeParams("GetTask", wire)).toEqual(params);
  expect(decodeParams("GetTask", params)).toBe(params);
});

test("SendMessage is answered wrapped or bare, as the dialect says", () => {
  for (const result of [{ task }, { message }]) {
    expect(encodeResult(a2a, "SendMessage", result)).toBe(result);
    expect(encodeResult(cdqGenius, "SendMessage", result)).toEqual(Object.values(result)[0]);
  }
  expect(encodeResult(cdqGenius, "GetTask", task)).toBe(task);
});

test("a snake_case dialect is encoded all the way", () => {
  const dialect = { ...cdqGenius, resultSpelling: "snake_case" } as const;
  expect(encodeResult(dialect, "SendMessage", { task })).toEqual({ id: "t", context_id: "c", status: task.status });
  expect(
    encodeResult(dialect, "SendStreamingMessage", {
      statusUpdate: { taskId: "t", contextId: "c", status: task.status },
    }),
  ).toEqual({
    status_update: { task_id: "t", context_id: "c", status: task.status },
  });
});

describe("a result is read", () => {
  const statusUpdate = { taskId: "t", contextId: "c", status: task.status };
  const artifactUpdate = { taskId: "t", contextId: "c", artifact: { artifactId: "a", parts: [{ text: "x" }] } };
  test.each([
    { method: "SendMessage", given: { task }, want: { task } },
    { method: "SendMessage", given: task, want: { task } },
    { method: "SendMessage", given: { message }, want: { message } },
    { method: "SendMessage", given: message, want: { message } },
    {
      method: "SendMessage",
      given: { message_id: "m", role: 2, parts: [] },
      want: { message: { messageId: "m", role: "ROLE_AGENT", parts: [] } },
    },
    { method: "SendMessage", given: { task, message: null }, want: { task } },
    { method: "SendStreamingMessage", given: { statusUpdate }, want: { statusUpdate } },
    { method: "SendStreamingMessage", given: { status_update: statusUpdate }, want: { statusUpdate } },
    { method: "SubscribeToTask", given: statusUpdate, want: { statusUpdate } },
    { method: "SubscribeToTask", given: artifactUpdate, want: { artifactUpdate } },
    { method: "SubscribeToTask", given: task, want: { task } },
    {
      method: "GetTask",
      given: { ...task, context_id: "later" },
      want: { ...task, contextId: "later" },
    },
    { method: "DeleteTaskPushNotificationConfig", given: null, want: {} },
    { method: "DeleteTaskPushNotificationConfig", given: {}, want: {} },
    {
      method: "ListTasks",
      given: { tasks: [task], next_page_token: "", page_size: "50", total_size: 1 },
      want: { tasks: [task], nextPageToken: "", pageSize: 50, totalSize: 1 },
    },
    { method: "ListTasks", given: {}, want: { tasks: [], nextPageToken: "", pageSize: 0, totalSize: 0 } },
    { method: "ListTaskPushNotificationConfigs", given: {}, want: {} },
    { method: "SendMessage", given: {}, error: "The result of SendMessage must be exactly one payload, not none" },
    {
      method: "SendMessage",
      given: { task, message },
      error: "The result of SendMessage must be exactly one payload, not task and message",
    },
    {
      method: "SendMessage",
      given: { statusUpdate },
      error: "The result of SendMessage must be exactly one payload, not none",
    },
    {
      method: "SubscribeToTask",
      given: { task: "t" },
      error: "The result of SubscribeToTask must be exactly one payload, not none",
    },
    { method: "GetTask", given: null, error: "The result of GetTask must be an object, not null" },
    { method: "GetTask", given: [], error: "The result of GetTask must be an object, not a list" },
    { method: "GetTask", given: "x", error: "The result of GetTask must be an object, not a string" },
  ] as const)("$method: $given", ({ method, given, ...expected }) => {
    if ("error" in expected) {
      expect(() => decodeResult(method, given)).toThrow(
        expect.objectContaining({ name: "InvalidAgentResponseError", message: expected.error }),
      );
    } else expect(decodeResult(method, given)).toEqual(expected.want);
  });
});
