import { A2AError, TransportError } from "@a2akit/protocol";
import type { StreamResponse } from "@a2akit/types";
import { describe, expect, test } from "vitest";
import type { StreamEvent } from "../transport/transport.ts";
import { EVENT_LOG_EXTENSION } from "./event-log.ts";
import {
  type Answer,
  artifact,
  asking,
  completed,
  follow,
  message,
  replyOf,
  reset,
  status,
  submitted,
  subscription,
  task,
  working,
} from "./follow.test-helper.ts";
import { followEvents, type Opened } from "./follow-events.ts";

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

  test("goes on for the tenant that the call named", async () => {
    const again: Answer = { events: [task("TASK_STATE_COMPLETED")] };
    const { requests } = await follow([{ events: first, cut: reset }, again], { params: { tenant: "acme" } });
    expect(requests.map(([method, params]) => [method, params])).toEqual([
      ["SubscribeToTask", { tenant: "acme", id: "t" }],
    ]);
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
      // What follows is of the next turn.
      { events: [waiting, working], cut: new Error("Not read") },
    ]);
    expect({ seen, error }).toEqual({ seen: [...first, waiting], error: undefined });
  });

  test("ends with it also where the subscription stays open for the next turn", async () => {
    const waiting = task("TASK_STATE_INPUT_REQUIRED");
    let isReadOn = false;
    async function* open(): AsyncIterable<StreamEvent[]> {
      yield [{ value: waiting }];
      isReadOn = true;
    }
    const second: Opened = { ...replyOf({}), kind: "events", result: undefined, events: open() };
    const replies = [replyOf({ events: first, cut: reset }), second];
    const events = followEvents({
      method: "SendStreamingMessage",
      params: {},
      open: async () => replies.shift() ?? replyOf({}),
      resume: { delay: 0 },
    })[Symbol.asyncIterator]();
    for (const event of [...first, waiting]) expect((await events.next()).value).toEqual(event);
    expect((await events.next()).done).toBe(true);
    expect(isReadOn).toBe(false);
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

  test("finds the log among as many extensions as an agent may list, in a time in proportion to them", async () => {
    const headers = new Headers({ "a2a-extensions": `urn:a${" ".repeat(1_000_000)}b , ${EVENT_LOG_EXTENSION}` });
    const answers: Answer[] = [
      { events: first, from: 2, cut: reset },
      { events: [completed], from: 4 },
    ];
    const asked: unknown[] = [];
    const open = async (_method: string, _params: object, after?: string) => {
      const answer = answers[asked.length] ?? {};
      asked.push(after);
      return { ...replyOf(answer), headers };
    };
    for await (const _ of followEvents({ method: "SendStreamingMessage", params: {}, open, resume: { delay: 0 } }));
    expect(asked).toEqual([undefined, "3"]);
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
    const unnamed = { statusUpdate: { ...bare.statusUpdate, status: { state: "TASK_STATE_WORKING" } } } as const;
    const { seen, requests } = await follow([{ events: [unnamed, working], cut: reset }, { events: [completed] }]);
    expect({ seen, requests }).toEqual({ seen: [unnamed, working, completed], requests: [subscription] });
    // Nothing says what to subscribe to.
    expect(await follow([{ events: [unnamed], cut: reset }])).toMatchObject({ requests: [], error: reset });
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
