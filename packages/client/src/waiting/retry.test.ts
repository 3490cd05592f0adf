import { A2AError, TransportError } from "@a2akit/protocol";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { backOff, isTransient, MAX_RETRY_DELAY, RETRY_ATTEMPTS, retrying } from "./retry.ts";

const busy = new TransportError("busy", { status: 503 });

test.each<[unknown, boolean]>([
  [new TransportError("no connection"), true],
  ...[408, 425, 429, 502, 503, 504].map((status): [unknown, boolean] => [
    new TransportError("later", { status }),
    true,
  ]),
  ...[200, 400, 401, 404, 413, 500].map((status): [unknown, boolean] => [new TransportError("no", { status }), false]),
  [new TransportError("too slow", { cause: new DOMException("", "TimeoutError") }), false],
  [new A2AError("Internal"), false],
  [new TypeError("fault"), false],
  ["enough", false],
])("%s is transient: %s", (error, want) => {
  expect(isTransient(error)).toBe(want);
});

describe("backing off", () => {
  beforeEach(() => {
    vi.useFakeTimers();
    vi.spyOn(Math, "random").mockReturnValue(1);
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  /** Milliseconds that a wait takes. */
  async function waited(error: unknown, options: Parameters<typeof backOff>[1]): Promise<number> {
    const start = Date.now();
    const done = backOff(error, options);
    await vi.runAllTimersAsync();
    await done;
    return Date.now() - start;
  }

  test("doubles up to a limit", async () => {
    const waits = [];
    for (const attempt of [1, 2, 3, 4])
      waits.push(await waited(busy, { attempt, attempts: 9, delay: 100, maxDelay: 500 }));
    expect(waits).toEqual([100, 200, 400, 500]);
  });

  test("draws from the upper half", async () => {
    vi.mocked(Math.random).mockReturnValue(0);
    expect(await waited(busy, { attempt: 1, delay: 100 })).toBe(50);
  });

  test("waits as long as the agent asks, within the limit", async () => {
    const asking = (retryAfter: number) => new TransportError("later", { status: 429, retryAfter });
    expect(await waited(asking(7_000), { attempt: 1 })).toBe(7_000);
    const tooLong = asking(MAX_RETRY_DELAY + 1);
    await expect(backOff(tooLong, { attempt: 1 })).rejects.toBe(tooLong);
  });

  test("ends with the number of tries, and with the signal", async () => {
    await expect(backOff(busy, { attempt: RETRY_ATTEMPTS + 1 })).rejects.toBe(busy);
    await expect(backOff(busy, { attempt: 1, attempts: 0 })).rejects.toBe(busy);
    const controller = new AbortController();
    const waiting = backOff(busy, { attempt: 1, signal: controller.signal });
    controller.abort("enough");
    await expect(waiting).rejects.toBe("enough");
    expect(vi.getTimerCount()).toBe(0);
  });
});

test("what is retried succeeds, fails for good, or was tried often enough", async () => {
  const outcomes = (...errors: unknown[]) => {
    let calls = 0;
    const run = async () => {
      const error = errors[calls];
      calls += 1;
      if (error !== undefined) throw error;
      return calls;
    };
    return retrying(run, { delay: 0, attempts: 2 });
  };
  const fatal = new A2AError("TaskNotFound");
  expect(await outcomes()).toBe(1);
  expect(await outcomes(busy, busy)).toBe(3);
  await expect(outcomes(busy, fatal)).rejects.toBe(fatal);
  await expect(outcomes(busy, busy, busy)).rejects.toBe(busy);
});
