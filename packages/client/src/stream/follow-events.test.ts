import { A2AError, TransportError } from "@a2akit/protocol";
import type { Method, StreamResponse, TaskState } from "@a2akit/types";
import { describe, expect, test } from "vitest";
import type { Reply, StreamEvent } from "../transport/transport.ts";
import { EVENT_LOG_EXTENSION } from "./event-log.ts";
import { type FollowOptions, followEvents, type Resumption } from "./follow-events.ts";

const task = (state: TaskState): StreamResponse => ({ task: { id: "t", status: { state } } });
const status = (state: TaskState): StreamResponse => ({
  statusUpdate: { taskId: "t", contextId: "c", status: { state } },
});
const artifact: StreamResponse = {
  artifactUpdate: { taskId: "t", contextId: "c", artifact: { artifactId: "a", parts: [{ text: "x" }] } },
};
const message: StreamResponse = { message: { messageId: "m", role: "ROLE_AGENT", parts: [{ text: "x" }] } };
const submitted = task("TASK_STATE_SUBMITTED");
const working = status("TASK_STATE_WORKING");
const completed = status("TASK_STATE_COMPLETED");
const asking = status("TASK_STATE_INPUT_REQUIRED");
const reset = new TransportError("Lost the connection");

/** One answer: events, then what cuts them off. With `from`, they are numbered from there, and the log is on. */
interface Answer {
  readonly events?: readonly StreamResponse[];
  readonly from?: number;
  readonly cut?: unknown;
  readonly result?: unknown;
}

function replyOf({ events = [], from, cut, result }: Answer): Reply {
  const headers = new Headers(from === undefined ? {} : { "a2a-extensions": EVENT_LOG_EXTENSION });
  if (result !== undefined) return { kind: "result", headers, result };
  async function* stream(): AsyncIterable<Iterable<StreamEvent>> {
    for (const [index, value] of events.entries()) {
      yield [{ value, id: String((from ?? 40) + index) }];
    }
    if (cut !== undefined) throw cut;
  }
  return { kind: "events", headers, events: stream() };
}

/** Follows a stream whose requests are answered in turn; an answer that is an error refuses the request. */
async function follow(answers: readonly (Answer | Error)[], options: Partial<FollowOptions> = {}) {
  const requests: unknown[][] = [];
  const notices: Resumption[] = [];
  const seen: StreamResponse[] = [];
  const open = async (method: Method, params: object, after?: string) => {
    const answer = answers[requests.length];
    requests.push(after === undefined ? [method, params] : [method, params, after]);
    if (answer === undefined || answer instanceof Error) throw answer ?? new Error("One request too many");
    return replyOf(answer);
  };
  const events = followEvents({
    method: "SendStreamingMessage",
    params: {},
    open,
    resume: { delay: 0 },
    onResume: (notice) => notices.push(notice),
    ...options,
  });
  let error: unknown;
  try {
    for await (const event of events) seen.push(event);
  } catch (thrown) {
    error = thrown;
  }
  return { seen, requests: requests.slice(1), notices, error };
}

const subscription = ["SubscribeToTask", { id: "t" }];

describe("a stream that says its last word is over, however it closes", () => {
  test.each([undefined, reset])("(%s)", async (cut) => {
    for (const events of [
      [message],
      [task("TASK_STATE_COMPLETED")],
      [submitted, working, completed],
      [submitted, asking],
      [submitted, status("TASK_STATE_AUTH_REQUIRED")],
    ]) {
      expect(await follow([{ events, cut }])).toEqual({ seen: events, requests: [], notices: [], error: undefined });
    }
  });
});

describe("a stream that is cut off", () => {
  const first = [submitted, working];

  test.each([undefined, reset])("goes on after the last event of the log (%s)", async (cut) => {
    const again: Answer = { events: [working, artifact, completed], from: 3 };
    expect(await follow([{ events: first, from: 2, cut }, again])).toMatchObject({
      seen: [submitted, working, artifact, completed],
      requests: [[...subscription, "3"]],
      notices: [{ taskId: "t", gap: false }],
      error: undefined,
    });
  });

  test("says so when the log does not reach back that far: a whole Task comes instead", async () => {
    const whole = task("TASK_STATE_COMPLETED");
    expect(
      await follow([
        { events: first, from: 2, cut: reset },
        { events: [whole], from: 9 },
      ]),
    ).toMatchObject({
      seen: [...first, whole],
      notices: [{ gap: true, cause: reset }],
    });
  });

  test("leaves out what it had before, and what comes out of order", async () => {
    const { seen } = await follow([
      { events: [submitted], from: 5, cut: reset },
      { events: [submitted, working, artifact], from: 4, cut: reset },
      { events: [submitted, completed], from: 6 },
    ]);
    expect(seen).toEqual([submitted, artifact, completed]);
  });

  test("asks for a fresh Task where there is no log, whose ids mean nothing", async () => {
    const fresh = task("TASK_STATE_WORKING");
    expect(await follow([{ events: first, cut: reset }, { events: [fresh, completed] }])).toMatchObject({
      seen: [...first, fresh, completed],
      requests: [subscription],
      notices: [{ taskId: "t", gap: true, cause: reset }],
      error: undefined,
    });
  });

  test("does so too where the agent does not know its own number any more", async () => {
    const fresh = task("TASK_STATE_WORKING");
    const { seen, requests, error } = await follow([
      { events: first, from: 2, cut: reset },
      new A2AError("InvalidParams"),
      { events: [fresh, completed], from: 1 },
    ]);
    expect({ seen, error }).toEqual({ seen: [...first, fresh, completed], error: undefined });
    expect(requests).toEqual([[...subscription, "3"], subscription]);
  });

  test.each(["UnsupportedOperation", "MethodNotFound"] as const)("takes the Task itself after %s", async (name) => {
    const { task: ended } = task("TASK_STATE_FAILED");
    expect(await follow([{ events: first, cut: reset }, new A2AError(name), { result: ended }])).toMatchObject({
      seen: [...first, { task: ended }],
      requests: [subscription, ["GetTask", { id: "t" }]],
      notices: [{ gap: true }],
      error: undefined,
    });
  });

  test("ends with the Task that waits for input, which the lost part of the stream led to", async () => {
    const waiting = task("TASK_STATE_INPUT_REQUIRED");
    const { seen, error } = await follow([
      { events: first, cut: reset },
      { events: [waiting], cut: new Error("Not read") },
    ]);
    expect({ seen, error }).toEqual({ seen: [...first, waiting], error: undefined });
  });

  test("is given up after so many tries without progress; a Task that opens a stream is none", async () => {
    const fresh = task("TASK_STATE_WORKING");
    const hangUp: Answer = { events: [fresh] };
    const { seen, error } = await follow([{ events: first, cut: reset }, hangUp, reset, hangUp], {
      resume: { attempts: 3, delay: 0 },
    });
    expect(seen).toEqual([...first, fresh, fresh]);
    expect(error).toMatchObject({ name: "TransportError", message: "The stream ended before the task did" });

    const { seen: more } = await follow(
      [
        { events: first, from: 1 },
        { events: [artifact], from: 3 },
        { events: [artifact], from: 4 },
        { events: [completed], from: 5 },
      ],
      { resume: { attempts: 1, delay: 0 } },
    );
    expect(more).toEqual([...first, artifact, artifact, completed]);
  });

  test("is not taken up before an event has come: sending twice could run twice", async () => {
    for (const answer of [{ cut: reset }, reset]) {
      expect(await follow([answer])).toMatchObject({ seen: [], requests: [], error: reset });
    }
    expect((await follow([{}])).error).toMatchObject({ message: "The stream ended before the task did" });
  });

  test.each([
    ["the agent's error", new A2AError("Internal")],
    ["an answer to another request", new TransportError("The response is for request 2, not for 1", { status: 200 })],
    ["a fault of the code", new RangeError("fault")],
    ["an abort", "enough"],
  ])("is not taken up after %s", async (_, cut) => {
    expect(await follow([{ events: first, from: 2, cut }])).toMatchObject({ seen: first, requests: [], error: cut });
  });

  test("ends with the signal while it waits to try again", async () => {
    const controller = new AbortController();
    const { error } = await follow([{ events: first, cut: reset }], {
      resume: { delay: 1_000_000, maxDelay: 1_000_000 },
      signal: controller.signal,
      open: async () => {
        queueMicrotask(() => setTimeout(() => controller.abort("enough")));
        return replyOf({ events: first, cut: reset });
      },
    });
    expect(error).toBe("enough");
  });
});

describe("a subscription to a task that waits for its client", () => {
  const waiting = task("TASK_STATE_INPUT_REQUIRED");
  const subscribe = { method: "SubscribeToTask" } as const;

  test("goes on until the next such state", async () => {
    const events = [waiting, working, asking];
    expect(await follow([{ events }], subscribe)).toMatchObject({ seen: events, requests: [], error: undefined });
  });

  test("is taken up when the connection breaks, and over when the agent closes it", async () => {
    const { seen, requests } = await follow(
      [
        { events: [waiting], from: 4, cut: reset },
        { events: [waiting], from: 4 },
      ],
      subscribe,
    );
    expect({ seen, requests }).toEqual({ seen: [waiting], requests: [[...subscription, "4"]] });
  });
});

test("leaving the loop ends the request", async () => {
  let left = false;
  async function* endless(): AsyncIterable<Iterable<StreamEvent>> {
    try {
      for (;;) yield [{ value: working }];
    } finally {
      left = true;
    }
  }
  const open = async (): Promise<Reply> => ({ kind: "events", headers: new Headers(), events: endless() });
  for await (const _ of followEvents({ method: "SubscribeToTask", params: { id: "t" }, open })) break;
  expect(left).toBe(true);
});
