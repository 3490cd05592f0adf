import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import type { Agent } from "../agent.ts";
import { type A2AHandler, createA2AHandler } from "../handler.ts";
import { createMemoryTaskStore } from "../stores/memory/memory.ts";
import type { TaskStore } from "../task-store.ts";
import { CARD, gate, messageOf } from "../testing/harness.ts";

const LEASE = 10_000;
const HEARTBEAT = 1_000;
const HOUR = 60 * 60 * 1_000;
const SCOPE = { tenant: "", owner: "" };

function startHandler(store: TaskStore, agent: Agent = async () => "hello"): A2AHandler {
  const timing = { lease: LEASE, heartbeat: HEARTBEAT, closeGrace: 0 };
  const handler = createA2AHandler({ card: CARD, agent, store, timing, onError: () => {} });
  onTestFinished(() => handler.close());
  handler.start();
  return handler;
}

/** Has a run begin between two rounds of the janitor, so that its heartbeats never fall together with one. */
async function sendAside(handler: A2AHandler): Promise<void> {
  await vi.advanceTimersByTimeAsync(HEARTBEAT / 2);
  const body = { jsonrpc: "2.0", id: 1, method: "SendMessage", params: messageOf("go") };
  const headers = { "content-type": "application/json", "a2a-version": "1.0" };
  void handler.fetch(new Request("http://agent.test/", { method: "POST", headers, body: JSON.stringify(body) }));
}

/** The machine sleeps just before the next round: its timers stand still, its clock goes on. */
async function sleepBeforeRound(length: number): Promise<void> {
  const untilRound = LEASE - (performance.now() % LEASE);
  await vi.advanceTimersByTimeAsync(untilRound - 1);
  vi.setSystemTime(Date.now() + length);
}

/** A task that is at work until the gate opens. */
async function startWork(store: TaskStore): Promise<ReturnType<typeof gate>> {
  const go = gate();
  const handler = startHandler(store, async function* ({ working }) {
    yield working();
    await go.opened;
  });
  await sendAside(handler);
  return go;
}

const statesIn = async (store: TaskStore): Promise<string[]> =>
  (await store.list(SCOPE, {})).tasks.map(({ status }) => status.state.replace("TASK_STATE_", ""));

describe("a machine that slept", () => {
  beforeEach(() => {
    vi.useFakeTimers({
      toFake: ["Date", "performance", "setTimeout", "clearTimeout", "setInterval", "clearInterval"],
    });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it.each([LEASE - 1, LEASE, HOUR])("loses no run of its own (%i ms)", async (length) => {
    const store = createMemoryTaskStore();
    const go = await startWork(store);
    await sleepBeforeRound(length);
    await vi.advanceTimersByTimeAsync(3 * LEASE);
    expect(await statesIn(store)).toEqual(["WORKING"]);
    go.open();
    await vi.advanceTimersByTimeAsync(0);
    expect(await statesIn(store)).toEqual(["COMPLETED"]);
  });

  it.each([LEASE - 1, LEASE, HOUR])(
    "takes over no run of another process that slept with it (%i ms)",
    async (length) => {
      const store = createMemoryTaskStore();
      // Its rounds come before those of the process whose run it is.
      startHandler(store);
      const go = await startWork(store);
      await sleepBeforeRound(length);
      await vi.advanceTimersByTimeAsync(3 * LEASE);
      expect(await statesIn(store)).toEqual(["WORKING"]);
      go.open();
    },
  );

  it("still finds a run whose process died meanwhile", async () => {
    const store = createMemoryTaskStore();
    startHandler(store);
    await store.create(
      SCOPE,
      [
        { type: "task", task: { id: "t", contextId: "c", status: { state: "TASK_STATE_SUBMITTED" } } },
        { type: "message", message: { ...messageOf("go").message, taskId: "t", contextId: "c" } },
      ],
      { lease: LEASE },
    );
    await sleepBeforeRound(HOUR);
    await vi.advanceTimersByTimeAsync(1);
    expect(await statesIn(store)).toEqual(["SUBMITTED"]);
    await vi.advanceTimersByTimeAsync(LEASE);
    expect(await statesIn(store)).toEqual(["FAILED"]);
  });
});
