import { A2AError } from "@a2akit/protocol";
import { describe, expect, test } from "vitest";
import {
  type Answer,
  asking,
  completed,
  follow,
  reset,
  submitted,
  subscription,
  task,
  working,
} from "./follow.test-helper.ts";

describe("a subscription", () => {
  const options = { method: "SubscribeToTask", params: { id: "t" } } as const;

  test.each<[string, Answer | Error]>([
    ["ends before its first event", {}],
    ["is cut off before it", { cut: reset }],
    ["finds nobody", reset],
    ["finds an agent that is busy", Object.assign(new A2AError("Internal"), { status: 429 })],
  ])("that %s is tried again, since it only reads", async (_, answer) => {
    const { notices, ...rest } = await follow([answer, { events: [submitted, completed] }], options);
    expect(rest).toEqual({ seen: [submitted, completed], requests: [subscription], error: undefined });
    // Nothing was taken up, and nothing can be missing.
    expect(notices).toEqual([]);
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
