import type { StreamResponse } from "@a2akit/types";
import { afterEach, beforeEach, expect } from "vitest";
import type { Delivery, DeliveryOutcome, PushConfig } from "../push-store.ts";
import type { Run, TaskStore } from "../task-store.ts";
import { LEASE, opening, SCOPE } from "./log-entries.ts";

const DELIVERED = { kind: "delivered" } as const;

/** What the tests of an outbox work with: new for each of them. */
export interface PushBench {
  /** Empty but for the task "1". */
  readonly store: TaskStore;
  readonly run: Run;
  /** Ends what waits. */
  readonly waits: AbortController;
  claim(limit?: number, lease?: number): Promise<Delivery[]>;
  settle(delivery: Delivery, outcome?: DeliveryOutcome): Promise<"settled" | "lost">;
  /** Claims, with a signal that says at once that nothing is due. */
  due(): Promise<Delivery[]>;
  /** Claims and delivers one by one. */
  deliver(count: number): Promise<Delivery[]>;
}

/** Sets the bench up before each test of the suite that it is called in, and takes it down after. */
export function setUpBench(create: () => Promise<TaskStore> | TaskStore): PushBench {
  let store: TaskStore;
  let run: Run;
  let waits: AbortController;
  let markers = 0;
  beforeEach(async () => {
    waits = new AbortController();
    store = await create();
    ({ run } = await store.create(SCOPE, opening(), LEASE));
  });
  afterEach(async () => {
    waits.abort();
    await store.close();
  });

  const claim: PushBench["claim"] = (limit = 10, lease = LEASE.lease) =>
    store.push.claim({ lease, limit, signal: waits.signal });
  const settle: PushBench["settle"] = (delivery, outcome = DELIVERED) => store.push.settle(delivery, outcome);

  async function due(): Promise<Delivery[]> {
    const controller = new AbortController();
    markers += 1;
    const marker = `marker ${markers}`;
    await store.create(SCOPE, opening(marker), { ...LEASE, push: { id: marker, url: "https://example.com/" } });
    const found = await store.push.claim({ lease: LEASE.lease, limit: 100, signal: controller.signal });
    await store.push.delete(SCOPE, marker, marker);
    return found.filter(({ config }) => config.taskId !== marker);
  }

  async function deliver(count: number): Promise<Delivery[]> {
    const delivered: Delivery[] = [];
    while (delivered.length < count) {
      for (const delivery of await claim()) {
        delivered.push(delivery);
        expect(await settle(delivery)).toBe("settled");
      }
    }
    return delivered;
  }

  return {
    get store() {
      return store;
    },
    get run() {
      return run;
    },
    get waits() {
      return waits;
    },
    claim,
    settle,
    due,
    deliver,
  };
}

export const config = (id: string, taskId = "1"): PushConfig => ({
  id,
  taskId,
  url: `https://example.com/${id}`,
  token: `token of ${id}`,
});

/** What a frame is, with the state or the text that tells it apart. */
export function brief({ task, statusUpdate, artifactUpdate }: StreamResponse): string {
  if (task !== undefined) return `task ${task.status.state} ${task.artifacts?.[0]?.parts.length ?? 0}`;
  if (statusUpdate !== undefined) return `status ${statusUpdate.status.state}`;
  return `artifact ${artifactUpdate?.artifact.parts[0]?.text}`;
}
