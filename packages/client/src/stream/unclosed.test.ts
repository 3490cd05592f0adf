import { TransportError } from "@a2akit/protocol";
import type { StreamResponse } from "@a2akit/types";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { StreamEvent } from "../transport/transport.ts";
import { artifact, asking, completed, follow, message, replyOf, submitted, task } from "./follow.test-helper.ts";
import { followEvents, type Opened, STREAM_GRACE } from "./follow-events.ts";

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

  test("is over some time after a message, though the task it opened with waits for its client", async () => {
    const { say, wait, done, seen } = followOpen();
    const waiting = task("TASK_STATE_INPUT_REQUIRED");
    await say(waiting);
    await say(message);
    await wait(STREAM_GRACE);
    await done;
    expect(seen).toEqual([waiting, message]);
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
