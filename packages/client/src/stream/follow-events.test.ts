import { A2AError, TransportError } from "@a2akit/protocol";
import type { Method, StreamResponse, TaskState } from "@a2akit/types";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { StreamEvent } from "../transport/transport.ts";
import { EVENT_LOG_EXTENSION } from "./event-log.ts";
import { type FollowOptions, followEvents, type Opened, type Resumption, STREAM_GRACE } from "./follow-events.ts";

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

function replyOf({ events = [], from, cut, result }: Answer): Opened {
  const expire = () => {};
  const headers = new Headers(from === undefined ? {} : { "a2a-extensions": EVENT_LOG_EXTENSION });
  if (result !== undefined) return { kind: "result", headers, result, expire };
  async function* stream(): AsyncIterable<Iterable<StreamEvent>> {
    for (const [index, value] of events.entries()) {
      yield [{ value, id: String((from ?? 40) + index) }];
    }
    if (cut !== undefined) throw cut;
  }
  return { kind: "events", headers, events: stream(), expire };
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
    retry: { delay: 0 },
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

  test("waits for an agent that is busy, and goes on after the same event then", async () => {
    const busy = Object.assign(new A2AError("Internal"), { status: 503 });
    const { requests, error } = await follow([
      { events: first, from: 2, cut: reset },
      busy,
      { events: [working, completed], from: 3 },
    ]);
    expect({ requests, error }).toEqual({
      requests: [
        [...subscription, "3"],
        [...subscription, "3"],
      ],
      error: undefined,
    });
  });

  test("is not over because another task is, of which an agent may let through what it hears", async () => {
    const other: StreamResponse = {
      statusUpdate: { taskId: "other", contextId: "c", status: { state: "TASK_STATE_COMPLETED" } },
    };
    const { seen, requests } = await follow([{ events: [submitted, other] }, { events: [submitted, completed] }]);
    expect(seen).toEqual([submitted, other, submitted, completed]);
    expect(requests).toEqual([subscription]);
  });

  test("is one of its task, though its updates do not say which", async () => {
    const bare = { statusUpdate: { taskId: "", contextId: "", status: { state: "TASK_STATE_COMPLETED" } } } as const;
    expect(await follow([{ events: [submitted, bare] }])).toMatchObject({ seen: [submitted, bare], requests: [] });
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

describe("a subscription", () => {
  const options = { method: "SubscribeToTask", params: { id: "t" } } as const;

  test.each<[string, Answer | Error]>([
    ["ends before its first event", {}],
    ["is cut off before it", { cut: reset }],
    ["finds nobody", reset],
    ["finds an agent that is busy", Object.assign(new A2AError("Internal"), { status: 429 })],
  ])("that %s is tried again, since it only reads", async (_, answer) => {
    const { seen, requests, error } = await follow([answer, { events: [submitted, completed] }], options);
    expect({ seen, requests, error }).toEqual({
      seen: [submitted, completed],
      requests: [subscription],
      error: undefined,
    });
  });

  test("has the tries of a call until its first event, and those of a stream from then on", async () => {
    const once = { attempts: 1, delay: 0 };
    const none = { attempts: 0 };
    const begun: Answer = { events: [submitted, working], cut: reset };
    expect(await follow([reset, begun], { ...options, retry: once, resume: none })).toMatchObject({
      seen: [submitted, working],
      error: reset,
    });
    expect(await follow([reset], { ...options, retry: none, resume: once })).toMatchObject({ seen: [], error: reset });
  });

  test("that the agent refuses is not", async () => {
    const refusal = new A2AError("UnsupportedOperation");
    expect(await follow([refusal], options)).toMatchObject({ seen: [], requests: [], error: refusal });
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
  const open = async (): Promise<Opened> => ({
    kind: "events",
    headers: new Headers(),
    events: endless(),
    expire: () => {},
  });
  for await (const _ of followEvents({ method: "SubscribeToTask", params: { id: "t" }, open })) break;
  expect(left).toBe(true);
});

describe("a stream that its agent does not close", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  /** Follows a stream that says one event after the other when told to, and nothing at its end; `expire` cuts it off. */
  function followOpen() {
    const seen: StreamResponse[] = [];
    let say: (event: StreamResponse) => void = () => {};
    let expire = () => {};
    async function* stream(): AsyncIterable<Iterable<StreamEvent>> {
      for (;;) {
        yield [
          {
            value: await new Promise<StreamResponse>((resolve, reject) => {
              say = resolve;
              expire = () => reject(new TransportError("No answer", { cause: new DOMException() }));
            }),
          },
        ];
      }
    }
    const opened: Opened = { kind: "events", headers: new Headers(), events: stream(), expire: () => expire() };
    let isOver = false;
    const done = (async () => {
      const events = followEvents({ method: "SendStreamingMessage", params: {}, open: async () => opened });
      for await (const event of events) seen.push(event);
      isOver = true;
    })();
    const wait = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);
    return {
      seen,
      done,
      wait,
      isOver: () => isOver,
      async say(event: StreamResponse) {
        await wait(0);
        say(event);
        await wait(0);
      },
    };
  }

  test.each([completed, message, task("TASK_STATE_FAILED")])("is over some time after the last word", async (word) => {
    const { say, wait, isOver, done, seen } = followOpen();
    await say(submitted);
    await wait(STREAM_GRACE * 10);
    await say(word);
    await wait(STREAM_GRACE - 1);
    expect(isOver()).toBe(false);
    await wait(1);
    await done;
    expect(seen).toEqual([submitted, word]);
    expect(vi.getTimerCount()).toBe(0);
  });

  test("is read on while something comes after it", async () => {
    const { say, wait, done, seen } = followOpen();
    await say(completed);
    for (let late = 0; late < 3; late += 1) {
      await wait(STREAM_GRACE - 1);
      await say(artifact);
    }
    await wait(STREAM_GRACE);
    await done;
    expect(seen).toEqual([completed, artifact, artifact, artifact]);
  });

  test("is read on while the task waits for its client: an agent may go on by itself", async () => {
    const { say, wait, done, seen } = followOpen();
    await say(asking);
    await wait(STREAM_GRACE * 10);
    await say(completed);
    await wait(STREAM_GRACE);
    await done;
    expect(seen).toEqual([asking, completed]);
  });

  test("leaves no timer behind when it is closed after all, or left", async () => {
    const events = [submitted, completed];
    await follow([{ events }]);
    for await (const event of followEvents({
      method: "SendStreamingMessage",
      params: {},
      open: async () => replyOf({ events }),
    })) {
      if (event === completed) break;
    }
    expect(vi.getTimerCount()).toBe(0);
  });
});
