import type { TaskState } from "@a2akit/types";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { connect } from "./connect.ts";
import { fakeFetch, frames, type Recorded, testCard } from "./fixtures.test-helper.ts";
import { waitForTask } from "./wait-for-task.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A client whose task is in one state after another, and stays in the last. */
function clientSeeing(...states: TaskState[]) {
  const times: number[] = [];
  const start = Date.now();
  const { fetch, requests } = fakeFetch(({ body: { id } }) => {
    times.push(Date.now() - start);
    return {
      jsonrpc: "2.0",
      id,
      result: { id: "t", status: { state: states[Math.min(times.length, states.length) - 1] } },
    };
  });
  return { client: connect({ card: testCard({ capabilities: {} }), shape: "interfaces" }, { fetch }), requests, times };
}

test.each([
  "TASK_STATE_COMPLETED",
  "TASK_STATE_FAILED",
  "TASK_STATE_CANCELED",
  "TASK_STATE_REJECTED",
  "TASK_STATE_INPUT_REQUIRED",
  "TASK_STATE_AUTH_REQUIRED",
] as const)("stops at %s", async (state) => {
  const { client, requests } = clientSeeing(state);
  expect((await waitForTask(client, "t", { historyLength: 0 })).status.state).toBe(state);
  expect(requests[0]?.body.params).toEqual({ id: "t", historyLength: 0 });
});

test("keeps polling on other states, unspecified too, ever more slowly up to the longest interval", async () => {
  const { client, times } = clientSeeing(
    "TASK_STATE_SUBMITTED",
    "TASK_STATE_WORKING",
    "TASK_STATE_UNSPECIFIED",
    "TASK_STATE_WORKING",
    "TASK_STATE_COMPLETED",
  );
  const seen: string[] = [];
  const waiting = waitForTask(client, "t", {
    interval: 1_000,
    maxInterval: 2_000,
    onTask: ({ status }) => seen.push(status.state),
  });
  await vi.runAllTimersAsync();
  await waiting;
  expect(seen).toHaveLength(5);
  expect(times).toEqual([0, 1_000, 2_500, 4_500, 6_500]);
});

test("a pause ends with the signal", async () => {
  const { client, requests } = clientSeeing("TASK_STATE_WORKING");
  const controller = new AbortController();
  const waiting = waitForTask(client, "t", {
    signal: controller.signal,
    onTask: () => queueMicrotask(() => controller.abort("enough")),
  });
  await expect(waiting).rejects.toBe("enough");
  expect(requests).toHaveLength(1);
});

/** A client of an agent that streams: `subscribe` answers SubscribeToTask; GetTask shows a completed task. */
function clientOf(subscribe: (request: Recorded) => unknown) {
  const { fetch, requests } = fakeFetch((request) =>
    request.body.method === "SubscribeToTask"
      ? subscribe(request)
      : { jsonrpc: "2.0", id: request.body.id, result: { id: "t", status: { state: "TASK_STATE_COMPLETED" } } },
  );
  const once = { attempts: 0 };
  const client = connect({ card: testCard(), shape: "interfaces" }, { fetch, retry: once, resume: once });
  return { client, methods: () => requests.map(({ body }) => body.method) };
}

const task = (state: TaskState) => ({ task: { id: "t", status: { state } } });
const status = (state: TaskState) => ({ statusUpdate: { taskId: "t", contextId: "c", status: { state } } });

test("follows the task's stream, and fetches the task once at its end", async () => {
  const { client, methods } = clientOf((request) =>
    frames(request, task("TASK_STATE_SUBMITTED"), status("TASK_STATE_WORKING"), status("TASK_STATE_COMPLETED")),
  );
  const seen: string[] = [];
  const done = await waitForTask(client, "t", { onTask: ({ status: { state } }) => seen.push(state) });
  expect(done.status.state).toBe("TASK_STATE_COMPLETED");
  expect(methods()).toEqual(["SubscribeToTask", "GetTask"]);
  expect(seen).toEqual(["TASK_STATE_SUBMITTED", "TASK_STATE_WORKING", "TASK_STATE_COMPLETED"]);
});

test.each<[string, (request: Recorded) => unknown]>([
  ["has ended", ({ body: { id } }) => ({ jsonrpc: "2.0", id, error: { code: -32004, message: "Ended" } })],
  ["is none of the agent's", ({ body: { id } }) => ({ jsonrpc: "2.0", id, error: { code: -32601, message: "?" } })],
  ["is cut off for good", (request) => frames(request, task("TASK_STATE_WORKING"))],
  ["is no stream", () => new Response("", { status: 502 })],
])("polls where the stream %s", async (_, subscribe) => {
  const { client, methods } = clientOf(subscribe);
  expect((await waitForTask(client, "t")).status.state).toBe("TASK_STATE_COMPLETED");
  expect(methods()).toEqual(["SubscribeToTask", "GetTask"]);
});

test("a task without a status is none that has ended", async () => {
  let polls = 0;
  const { fetch } = fakeFetch(({ body: { id } }) => {
    polls += 1;
    return { jsonrpc: "2.0", id, result: { id: "t", ...(polls > 1 && { status: { state: "TASK_STATE_COMPLETED" } }) } };
  });
  const client = connect({ card: testCard({ capabilities: {} }), shape: "interfaces" }, { fetch });
  const waiting = waitForTask(client, "t");
  await vi.runAllTimersAsync();
  expect((await waiting).status.state).toBe("TASK_STATE_COMPLETED");
});

test("does not poll for a task that the agent does not know, nor follow a stream when told not to", async () => {
  const { client, methods } = clientOf(({ body: { id } }) => ({
    jsonrpc: "2.0",
    id,
    error: { code: -32001, message: "?" },
  }));
  await expect(waitForTask(client, "t")).rejects.toMatchObject({ name: "TaskNotFoundError" });
  expect(methods()).toEqual(["SubscribeToTask"]);
  await waitForTask(client, "t", { stream: false });
  expect(methods()).toEqual(["SubscribeToTask", "GetTask"]);
});
