import type { Task } from "@a2akit/types";
import { expect, it } from "vitest";
import type { Scope } from "../task-store.ts";
import { chunk, LEASE, message, opening, SCOPE, status } from "./log-entries.ts";
import { brief, config, type PushBench } from "./push-bench.ts";

const WORKING: Task = { id: "1", contextId: "c", status: { state: "TASK_STATE_WORKING" } };

/** How what is on its way to webhooks is handed out and settled. */
export function outboxContract(bench: PushBench): void {
  const { claim, settle, due, deliver } = bench;

  it("sends what a stream would that was opened when the config was stored", async () => {
    const { store, run } = bench;
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
    const { store, run } = bench;
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
    const { store, run } = bench;
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
    const { store } = bench;
    for (const id of ["p", "q", "r"]) await store.push.put(SCOPE, config(id));
    expect(await claim(0)).toEqual([]);
    expect(await claim(2)).toHaveLength(2);
    expect(await claim(2)).toHaveLength(1);
  });

  it("leaves alone for a while what is deferred, and hands out what is not, as the first attempt of each", async () => {
    const { store, waits } = bench;
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
    const { store, waits } = bench;
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
    const { store, run, waits } = bench;
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
    const { store, run } = bench;
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
    const { store } = bench;
    await store.push.put(SCOPE, config("p"));
    const [lost] = await claim(10, -1);
    const [again] = await claim();
    expect(again).toMatchObject({ id: lost?.id, number: 2, attempt: 2 });
    expect(lost && (await settle(lost))).toBe("lost");
    expect(again && (await settle(again))).toBe("settled");
    expect(again && (await settle(again))).toBe("lost");
  });

  it("drops what is on its way with its config, and starts anew when a config is replaced", async () => {
    const { store, run } = bench;
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

  it("has nothing to deliver for a Message, and delivers at once what follows", async () => {
    const { store, run } = bench;
    await store.push.put(SCOPE, config("p"));
    await deliver(1);
    await store.append(run, [{ type: "message", message: message("m2") }]);
    expect(await store.push.backlog()).toEqual({ pending: 0, dead: 0, dueSince: undefined });
    expect(await due()).toEqual([]);
    await store.append(run, [{ type: "message", message: message("m3") }, status("TASK_STATE_WORKING")]);
    expect((await deliver(1)).map(({ number }) => number)).toEqual([5]);
  });

  it("never hands out what was on its way to a config that is replaced at the same time", async () => {
    const { store, run } = bench;
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
}
