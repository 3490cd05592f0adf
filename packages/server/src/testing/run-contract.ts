import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { LogEntry } from "../log-entry.ts";
import type { Run, Stored, TaskStore } from "../task-store.ts";
import { chunk, LEASE, message, opening, SCOPE, status } from "./log-entries.ts";

/** What every TaskStore must do with runs: queues, leases, fences, cancels; `create` gives an empty one. */
export function runContract(name: string, create: () => Promise<TaskStore> | TaskStore): void {
  describe(`TaskStore contract: ${name}: runs`, () => {
    let store: TaskStore;
    let run: Run;
    beforeEach(async () => {
      store = await create();
      ({ run } = await store.create(SCOPE, opening(), LEASE));
    });
    afterEach(() => store.close());

    const append = async (...entries: LogEntry[]) => store.append(run, entries);
    /** The first entry after a number. */
    async function entryAfter(after: number): Promise<Stored | undefined> {
      for await (const stored of store.entries(SCOPE, "1", after, new AbortController().signal)) return stored;
      return undefined;
    }

    it("queues follow-ups and hands them out one by one", async () => {
      const second = await store.enqueue(SCOPE, "1", message("m2"), LEASE);
      expect(second).toEqual({ number: 3 });
      await store.enqueue(SCOPE, "1", message("m3"), LEASE);
      await append(status("TASK_STATE_INPUT_REQUIRED"));
      const next = await store.release(run, LEASE);
      expect(next?.input).toBe(3);
      expect(await store.append(run, [chunk("old")])).toBe("fenced");
      expect(await store.release(run, LEASE)).toBeUndefined();
      if (next !== undefined) await store.append(next, [chunk("new")]);
      expect(await entryAfter(5)).toMatchObject({ number: 6, input: 3 });
      const last = next && (await store.release(next, LEASE));
      expect(last?.input).toBe(4);
      expect(last && (await store.release(last, LEASE))).toBeUndefined();
      expect(await store.enqueue(SCOPE, "1", message("m4"), LEASE)).toMatchObject({ run: { input: 7 } });
    });

    it("ends run and queue with a terminal entry", async () => {
      await store.enqueue(SCOPE, "1", message("m2"), LEASE);
      await append(status("TASK_STATE_COMPLETED"));
      expect(await append(chunk("late"))).toBe("fenced");
      expect(await store.release(run, LEASE)).toBeUndefined();
      expect(await store.heartbeat(run, LEASE)).toBe("lost");
      expect(await store.enqueue(SCOPE, "1", message("m3"), LEASE)).toBe("terminal");
      expect(await store.requestCancel(SCOPE, "1")).toBe("terminal");
      expect(await store.seize(SCOPE, "1", LEASE)).toBe("terminal");
    });

    it("tells the live run of a cancel, and lets only the newest fence write", async () => {
      expect(await store.heartbeat(run, LEASE)).toBe("ok");
      expect(await store.requestCancel(SCOPE, "1")).toBe("requested");
      expect(await store.heartbeat(run, LEASE)).toBe("cancel");
      const seized = await store.seize(SCOPE, "1", LEASE);
      expect(seized).toMatchObject({ input: 2 });
      expect(await store.heartbeat(run, LEASE)).toBe("lost");
      expect(await append(chunk("old"))).toBe("fenced");
      if (typeof seized === "object")
        expect(await store.append(seized, [status("TASK_STATE_CANCELED")])).toEqual({ last: 3 });
    });

    it("is idle without a run", async () => {
      await append(status("TASK_STATE_INPUT_REQUIRED"));
      await store.release(run, LEASE);
      expect(await store.requestCancel(SCOPE, "1")).toBe("idle");
    });

    it("gives runs whose lease ran out to somebody else, once", async () => {
      await store.heartbeat(run, { lease: -1 });
      const [claimed, ...more] = await store.claimExpired({ ...LEASE, limit: 10 });
      expect(claimed).toMatchObject({ taskId: "1", input: 2, attempt: 2, handovers: 0 });
      expect([...more, ...(await store.claimExpired({ ...LEASE, limit: 10 }))]).toEqual([]);
      expect(await append(chunk("old"))).toBe("fenced");
    });

    it("tells runs that were handed over from those whose lease ran out", async () => {
      await store.handOver(run);
      const [second] = await store.claimExpired({ lease: -1, limit: 10 });
      expect(second).toMatchObject({ taskId: "1", input: 2, attempt: 2, handovers: 1 });
      const [third] = await store.claimExpired({ ...LEASE, limit: 10 });
      expect(third).toMatchObject({ attempt: 3, handovers: 1 });
      // It has lost the run.
      await store.handOver(run);
      expect(await store.claimExpired({ ...LEASE, limit: 10 })).toEqual([]);
      expect(await store.seize(SCOPE, "1", LEASE)).toMatchObject({ attempt: 3, handovers: 1 });
    });

    it("gives tasks that have waited for their caller, and that nobody runs, to whoever gives them up", async () => {
      const waitingSince = new Date("2026-02-01T00:00:00Z");
      const waited = (timestamp: string): LogEntry => ({
        type: "status",
        event: { taskId: "1", contextId: "c", status: { state: "TASK_STATE_INPUT_REQUIRED", timestamp } },
      });
      const claim = (limit = 10) => store.claimWaiting({ ...LEASE, waitingSince, limit });
      await append(waited("2026-01-31T23:59:59Z"));
      // Its run may have more to say.
      expect(await claim()).toEqual([]);
      await store.release(run, LEASE);
      expect(await claim(0)).toEqual([]);
      const [claimed, ...more] = await claim();
      expect(claimed).toMatchObject({ scope: SCOPE, taskId: "1", input: 2, attempt: 1, handovers: 0 });
      expect([...more, ...(await claim())]).toEqual([]);
      expect(await append(chunk("old"))).toBe("fenced");
      if (claimed === undefined) return;
      await store.append(claimed, [waited("2026-02-01T00:00:00Z")]);
      await store.release(claimed, LEASE);
      expect(await claim()).toEqual([]);
    });

    it("begins to count anew with each message", async () => {
      await store.enqueue(SCOPE, "1", message("next"), LEASE);
      await store.handOver(run);
      const [second] = await store.claimExpired({ ...LEASE, limit: 10 });
      expect(second && (await store.release(second, LEASE))).toMatchObject({ input: 3, attempt: 1, handovers: 0 });
    });

    it("gives a task that was seized while it rested the message that came last", async () => {
      await append(status("TASK_STATE_INPUT_REQUIRED"));
      await store.release(run, LEASE);
      const { run: second } = (await store.enqueue(SCOPE, "1", message("m2"), LEASE)) as { run: Run };
      await store.release(second, LEASE);
      expect(await store.seize(SCOPE, "1", LEASE)).toMatchObject({ input: 4, attempt: 1 });
    });
  });
}
