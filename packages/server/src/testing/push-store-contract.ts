import type { StreamResponse, Task } from "@a2akit/types";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Delivery, DeliveryOutcome, PushConfig } from "../push-store.ts";
import type { Run, Scope, TaskStore } from "../task-store.ts";
import { chunk, LEASE, message, opening, SCOPE, status } from "./log-entries.ts";

const config = (id: string, taskId = "1"): PushConfig => ({
  id,
  taskId,
  url: `https://example.com/${id}`,
  token: `token of ${id}`,
});
const WORKING: Task = { id: "1", contextId: "c", status: { state: "TASK_STATE_WORKING" } };
const DELIVERED = { kind: "delivered" } as const;

/** What a frame is, with the state or the text that tells it apart. */
function brief({ task, statusUpdate, artifactUpdate }: StreamResponse): string {
  if (task !== undefined) return `task ${task.status.state} ${task.artifacts?.[0]?.parts.length ?? 0}`;
  if (statusUpdate !== undefined) return `status ${statusUpdate.status.state}`;
  return `artifact ${artifactUpdate?.artifact.parts[0]?.text}`;
}

/** What the outbox of every TaskStore must do; `create` gives an empty store. */
export function pushStoreContract(name: string, create: () => Promise<TaskStore> | TaskStore): void {
  describe(`PushStore contract: ${name}`, () => {
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

    const claim = (limit = 10, lease = LEASE.lease) => store.push.claim({ lease, limit, signal: waits.signal });
    const settle = (delivery: Delivery, outcome: DeliveryOutcome = DELIVERED) => store.push.settle(delivery, outcome);
    /** Claims, with a signal that says at once that nothing is due. */
    async function due(): Promise<Delivery[]> {
      const controller = new AbortController();
      markers += 1;
      const marker = `marker ${markers}`;
      await store.create(SCOPE, opening(marker), { ...LEASE, push: { id: marker, url: "https://example.com/" } });
      const found = await store.push.claim({ lease: LEASE.lease, limit: 100, signal: controller.signal });
      await store.push.delete(SCOPE, marker, marker);
      return found.filter(({ config }) => config.taskId !== marker);
    }
    /** Claims and delivers one by one. */
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

    it("sends what a stream would that was opened when the config was stored", async () => {
      await store.append(run, [chunk("1", false)]);
      await store.push.put(SCOPE, config("p"));
      await store.append(run, [status("TASK_STATE_INPUT_REQUIRED"), chunk("2")]);
      await store.enqueue(SCOPE, "1", message("m2"), LEASE);
      await store.append(run, [{ type: "task", task: WORKING }]);
      await store.append(run, [status("TASK_STATE_COMPLETED")]);
      const frames = await deliver(5);
      expect(frames.map(({ number, frame }) => [number, brief(frame)])).toEqual([
        [3, "task TASK_STATE_SUBMITTED 1"],
        [4, "status TASK_STATE_INPUT_REQUIRED"],
        [5, "artifact 2"],
        [7, "task TASK_STATE_WORKING 2"],
        [8, "status TASK_STATE_COMPLETED"],
      ]);
      expect(frames[0]).toMatchObject({ scope: SCOPE, config: config("p"), attempt: 1 });
      expect(new Set(frames.map(({ id }) => id)).size).toBe(5);
    });

    it("opens with the message that a config came with, and with the final Task of an ended task", async () => {
      const push = { url: "https://example.com/" };
      await store.create(SCOPE, opening("2"), { ...LEASE, push });
      await store.enqueue(SCOPE, "1", message("m2"), { ...LEASE, push });
      const [first, second] = await deliver(2);
      expect([first?.number, first?.frame.task?.history?.length]).toEqual([2, 1]);
      expect([second?.number, second?.frame.task?.history?.length]).toEqual([3, 2]);
      await store.append(run, [status("TASK_STATE_COMPLETED")]);
      await deliver(1);
      await store.push.put(SCOPE, config("late"));
      expect((await deliver(1)).map(({ frame }) => brief(frame))).toEqual(["task TASK_STATE_COMPLETED 0"]);
    });

    it("hands out one delivery per config at a time, to one claimer", async () => {
      for (const id of ["p", "q"]) await store.push.put(SCOPE, config(id));
      await store.append(run, [chunk("1", false), chunk("2")]);
      const first = await claim();
      expect(first.map(({ config, number }) => [config.id, number]).sort()).toEqual([
        ["p", 2],
        ["q", 2],
      ]);
      expect(await due()).toEqual([]);
      const [p] = first.filter(({ config }) => config.id === "p");
      if (p !== undefined) await settle(p);
      expect((await due()).map(({ config, number }) => [config.id, number])).toEqual([["p", 3]]);
    });

    it("hands out no more than asked", async () => {
      for (const id of ["p", "q", "r"]) await store.push.put(SCOPE, config(id));
      expect(await claim(0)).toEqual([]);
      expect(await claim(2)).toHaveLength(2);
      expect(await claim(2)).toHaveLength(1);
    });

    it("leaves alone for a while what is deferred, and hands out what is not, as the first attempt of each", async () => {
      const OTHER = { tenant: "", owner: "other" };
      const owned = async (scope: Scope, id: string): Promise<void> => {
        await store.create(scope, opening(id), { ...LEASE, push: { id, url: "https://example.com/" } });
      };
      for (const id of ["d1", "d2", "d3"]) await owned(SCOPE, id);
      for (const id of ["o1", "o2"]) await owned(OTHER, id);
      const asked: string[] = [];
      const defer = ({ owner }: Scope): number => {
        asked.push(owner);
        return owner === SCOPE.owner && asked.filter((each) => each === owner).length > 1 ? 50 : 0;
      };
      const { signal } = waits;
      const first = await store.push.claim({ ...LEASE, limit: 3, signal, defer });
      expect(first.map(({ config }) => config.id)).toEqual(["d1", "o1", "o2"]);
      const deferred = await store.push.claim({ ...LEASE, limit: 3, signal });
      const rest = deferred.length < 2 ? await store.push.claim({ ...LEASE, limit: 3, signal }) : [];
      const later = [...deferred, ...rest];
      expect(later.map(({ config, attempt }) => [config.id, attempt]).sort()).toEqual([
        ["d2", 1],
        ["d3", 1],
      ]);
      expect(first.map(({ attempt }) => attempt)).toEqual([1, 1, 1]);
    });

    it("what is deferred is not due", async () => {
      for (const id of ["p", "q"]) await store.push.put(SCOPE, config(id));
      const { owner } = SCOPE;
      await store.create({ tenant: "", owner: "other" }, opening("o"), {
        ...LEASE,
        push: { id: "o", url: "https://o/" },
      });
      const defer = (scope: Scope): number => (scope.owner === owner ? 600_000 : 0);
      const others = await store.push.claim({ ...LEASE, limit: 10, signal: waits.signal, defer });
      expect(others.map(({ config }) => config.id)).toEqual(["o"]);
      expect(await due()).toEqual([]);
    });

    it("wakes a waiting claim for what is appended, and ends it with its signal", async () => {
      await store.push.put(SCOPE, config("p"));
      await deliver(1);
      const waiting = claim();
      await store.append(run, [chunk("1", false)]);
      const [delivery] = await waiting;
      expect(delivery && brief(delivery.frame)).toBe("artifact 1");
      const idle = claim();
      waits.abort();
      expect(await idle).toEqual([]);
    });

    it("tries again at the time, counts attempts, and lets nothing overtake", async () => {
      await store.push.put(SCOPE, config("p"));
      await store.append(run, [chunk("1", false)]);
      for (const attempt of [1, 2]) {
        const [delivery] = await claim();
        expect(delivery).toMatchObject({ number: 2, attempt });
        if (delivery) await settle(delivery, { kind: "retry", at: new Date(Date.now() - 1), reason: "500" });
      }
      const [third] = await claim();
      if (third) await settle(third, { kind: "retry", at: new Date(Date.now() + 60_000), reason: "500" });
      expect(third?.attempt).toBe(3);
      expect(await due()).toEqual([]);
    });

    it("hands out again what was not settled within its lease; only the newest claim settles", async () => {
      await store.push.put(SCOPE, config("p"));
      const [lost] = await claim(10, -1);
      const [again] = await claim();
      expect(again).toMatchObject({ id: lost?.id, number: 2, attempt: 2 });
      expect(lost && (await settle(lost))).toBe("lost");
      expect(again && (await settle(again))).toBe("settled");
      expect(again && (await settle(again))).toBe("lost");
    });

    it("drops what is on its way with its config, and starts anew when a config is replaced", async () => {
      await store.push.put(SCOPE, config("p"));
      await store.append(run, [chunk("1", false)]);
      const [held] = await claim();
      await store.push.delete(SCOPE, "1", "p");
      expect(held && (await settle(held))).toBe("lost");
      expect(await due()).toEqual([]);
      await store.push.put(SCOPE, config("q"));
      await store.push.put(SCOPE, config("r"));
      const other = { ...config("q"), url: "https://example.com/other" };
      await store.append(run, [chunk("2")]);
      await store.push.put(SCOPE, other);
      expect((await store.push.list(SCOPE, "1"))?.map(({ id }) => id)).toEqual(["q", "r"]);
      const [opening] = (await claim()).filter(({ config }) => config.id === "q");
      expect(opening).toMatchObject({ number: 4, config: other });
      expect(opening && brief(opening.frame)).toBe("task TASK_STATE_SUBMITTED 2");
    });

    it("lists what was given up, page by page and by owner, without credentials, and goes on behind it", async () => {
      const bob = { ...SCOPE, owner: "bob" };
      await store.create(bob, opening("b"), { ...LEASE, push: { id: "b", url: "https://example.com/b" } });
      for (const id of ["p", "q"]) await store.push.put(SCOPE, config(id));
      await store.append(run, [chunk("1", false)]);
      for (const delivery of await claim()) await settle(delivery, { kind: "dead", reason: "x".repeat(1_000) });
      expect((await due()).map(({ number }) => number)).toEqual([3, 3]);
      const mine = await store.push.dead({ scope: SCOPE });
      expect(mine.deliveries.map(({ taskId, configId }) => [taskId, configId]).sort()).toEqual([
        ["1", "p"],
        ["1", "q"],
      ]);
      expect(mine.nextPageToken).toBe("");
      const [dead] = mine.deliveries;
      expect(dead).toMatchObject({ scope: SCOPE, number: 2, attempts: 1, reason: "x".repeat(500) });
      expect(dead?.diedAt).toBeInstanceOf(Date);
      expect(JSON.stringify(mine)).not.toContain("token of");
      const first = await store.push.dead({ pageSize: 2 });
      const rest = await store.push.dead({ pageSize: 2, pageToken: first.nextPageToken });
      const all = [...first.deliveries, ...rest.deliveries].map(({ configId }) => configId);
      expect([all.sort(), rest.nextPageToken]).toEqual([["b", "p", "q"], ""]);
      await expect(store.push.dead({ pageToken: "@@" })).rejects.toMatchObject({ code: -32602 });
    });

    it("walks through what was given up while that is replayed", async () => {
      for (const id of ["p", "q", "r"]) await store.push.put(SCOPE, config(id));
      for (const delivery of await claim()) await settle(delivery, { kind: "dead", reason: "410" });
      const walked: string[] = [];
      let pageToken = "";
      do {
        const page = await store.push.dead({ pageSize: 1, pageToken });
        for (const { id, configId } of page.deliveries) walked.push(`${configId} ${await store.push.replay([id])}`);
        pageToken = page.nextPageToken;
      } while (pageToken !== "");
      expect(walked.sort()).toEqual(["p 1", "q 1", "r 1"]);
    });

    it("has nothing to deliver for a Message, and delivers at once what follows", async () => {
      await store.push.put(SCOPE, config("p"));
      await deliver(1);
      await store.append(run, [{ type: "message", message: message("m2") }]);
      expect(await store.push.backlog()).toEqual({ pending: 0, dead: 0, dueSince: undefined });
      expect(await due()).toEqual([]);
      await store.append(run, [{ type: "message", message: message("m3") }, status("TASK_STATE_WORKING")]);
      expect((await deliver(1)).map(({ number }) => number)).toEqual([5]);
    });

    it("never hands out what was on its way to a config that is replaced at the same time", async () => {
      await store.push.put(SCOPE, config("p"));
      await deliver(1);
      await store.append(run, [chunk("1", false), chunk("2")]);
      const other = { ...config("p"), url: "https://example.com/other" };
      const claiming = claim();
      // A store may look first at what is due, and take it afterwards.
      for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
      await store.push.put(SCOPE, other);
      const [claimed] = await claiming;
      expect([
        [3, config("p").url],
        [4, other.url],
      ]).toContainEqual([claimed?.number, claimed?.config.url]);
    });

    it("replays what was given up, ahead of what is younger, for its owner only", async () => {
      await store.push.put(SCOPE, config("p"));
      await store.append(run, [chunk("1", false)]);
      const [first] = await claim();
      if (first) await settle(first, { kind: "dead", reason: "410" });
      const [{ id = "" } = {}] = (await store.push.dead({})).deliveries;
      expect(id).toBe(first?.id);
      expect(await store.push.replay([id], { ...SCOPE, owner: "bob" })).toBe(0);
      expect(await store.push.replay(["nonsense", "a.1", id], SCOPE)).toBe(1);
      expect(await store.push.replay([id])).toBe(0);
      expect((await store.push.dead({})).deliveries).toEqual([]);
      expect((await deliver(2)).map(({ number, attempt }) => [number, attempt])).toEqual([
        [2, 1],
        [3, 1],
      ]);
    });

    it("replays behind a delivery that is under way", async () => {
      await store.push.put(SCOPE, config("p"));
      await store.append(run, [chunk("1", false)]);
      const [first] = await claim();
      if (first) await settle(first, { kind: "dead", reason: "410" });
      const [second] = await claim();
      expect(first && (await store.push.replay([first.id]))).toBe(1);
      expect(await due()).toEqual([]);
      expect(second && (await settle(second))).toBe("settled");
      expect((await deliver(1)).map(({ number }) => number)).toEqual([2]);
    });

    it("says how much is on its way, how much was given up, and since when the oldest is due", async () => {
      expect(await store.push.backlog()).toEqual({ pending: 0, dead: 0, dueSince: undefined });
      const before = Date.now();
      await store.push.put(SCOPE, config("p"));
      await store.append(run, [chunk("1", false)]);
      const fresh = await store.push.backlog();
      expect(fresh).toMatchObject({ pending: 2, dead: 0 });
      const since = fresh.dueSince?.getTime() ?? 0;
      expect(since >= before && since <= Date.now()).toBe(true);
      const [first] = (await claim()) as [Delivery];
      expect(await store.push.backlog()).toEqual({ pending: 2, dead: 0, dueSince: undefined });
      await settle(first, { kind: "dead", reason: "no" });
      expect(await store.push.backlog()).toMatchObject({ pending: 1, dead: 1, dueSince: expect.any(Date) });
      const [second] = (await claim()) as [Delivery];
      await settle(second, { kind: "retry", at: new Date(Date.now() + 60_000), reason: "later" });
      expect(await store.push.backlog()).toEqual({ pending: 1, dead: 1, dueSince: undefined });
      await store.push.delete(SCOPE, "1", "p");
      expect(await store.push.backlog()).toEqual({ pending: 0, dead: 0, dueSince: undefined });
    });

    it("forgets the outbox with the task", async () => {
      await store.push.put(SCOPE, config("p"));
      await store.append(run, [status("TASK_STATE_COMPLETED")]);
      const [first] = await claim();
      if (first) await settle(first, { kind: "dead", reason: "410" });
      await store.purge({ finishedBefore: new Date(Date.now() + 60_000), limit: 10 });
      expect((await store.push.dead({})).deliveries).toEqual([]);
      expect(await due()).toEqual([]);
    });
  });
}
