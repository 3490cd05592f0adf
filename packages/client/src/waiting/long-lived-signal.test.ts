import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { a2a } from "@a2akit/protocol/dialects/a2a";
import { describe, expect, test } from "vitest";
import { connect } from "../connect.ts";
import { fakeFetch, frames, succeed, testCard } from "../fixtures.test-helper.ts";
import type { Fetch } from "../transport/fetch.ts";
import type { Interceptor } from "../transport/transport.ts";

setFlagsFromString("--expose-gc");
const collect: () => void = runInNewContext("gc");

const CALLS = 10_000;
/** Lives as long as the process, as that of a server which is to be shut down does. */
const { signal } = new AbortController();
const task = { id: "t", contextId: "c", status: { state: "TASK_STATE_COMPLETED" } };

/** A client, and how many signals of its calls are in memory. */
function watched(fetch: Fetch, own?: AbortSignal) {
  const signals: WeakRef<AbortSignal>[] = [];
  const watch: Interceptor = (call, next) => {
    signals.push(new WeakRef(call.signal));
    return next(call);
  };
  const resolved = { card: testCard(), shape: "interfaces" } as const;
  const once = { attempts: 0 };
  const options = { dialects: [a2a], fetch, interceptors: [watch], retry: once, resume: once };
  const client = connect(resolved, { ...options, signal: own });
  const alive = async (): Promise<number> => {
    // What a finished promise or a finalizer still holds is let go between the collections.
    for (let round = 0; round < 5; round += 1) {
      collect();
      await new Promise((resolve) => setImmediate(resolve));
    }
    return signals.filter((signal) => signal.deref()).length;
  };
  return { client, alive, signals };
}

async function leaveAtFirst(events: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of events) return;
}

describe("a signal that outlives its calls keeps none of them", () => {
  test(`${CALLS} calls`, async () => {
    const { client, alive, signals } = watched(fakeFetch(succeed(task)).fetch);
    for (let call = 0; call < CALLS; call += 1) await client.getTask({ id: "t" }, { signal });
    expect(signals).toHaveLength(CALLS);
    expect(await alive()).toBeLessThan(10);
  });

  test("nor does that of the client beside it", async () => {
    const { client, alive, signals } = watched(fakeFetch(succeed(task)).fetch, new AbortController().signal);
    for (let call = 0; call < 1_000; call += 1) await client.getTask({ id: "t" }, { signal });
    expect(signals).toHaveLength(1_000);
    expect(await alive()).toBeLessThan(10);
  });

  test.each<[string, Fetch]>([
    ["streams, each left at its first event", fakeFetch((request) => frames(request, { task }, { task })).fetch],
    [
      "refusals",
      fakeFetch(({ body }) => ({ jsonrpc: "2.0", id: body.id, error: { code: -32001, message: "no" } })).fetch,
    ],
    ["answers of a gateway", fakeFetch(() => new Response("busy", { status: 503 })).fetch],
    ["no connection", async () => Promise.reject(new TypeError("fetch failed"))],
  ])("%s", async (_, fetch) => {
    const { client, alive, signals } = watched(fetch);
    for (let call = 0; call < 100; call += 1) {
      await leaveAtFirst(client.subscribeToTask({ id: "t" }, { signal })).catch(() => {});
      await client.getTask({ id: "t" }, { signal }).catch(() => {});
    }
    expect(signals.length).toBeGreaterThanOrEqual(200);
    expect(await alive()).toBeLessThan(10);
  });
});
