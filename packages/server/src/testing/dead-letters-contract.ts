import { expect, it } from "vitest";
import type { Delivery } from "../push-store.ts";
import { chunk, LEASE, opening, SCOPE, status } from "./log-entries.ts";
import { config, type PushBench } from "./push-bench.ts";

/** What was given up, and what is told of the outbox as a whole. */
export function deadLettersContract(bench: PushBench): void {
  const { claim, settle, due, deliver } = bench;

  it("lists what was given up, page by page and by owner, without credentials, and goes on behind it", async () => {
    const { store, run } = bench;
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
    const { store } = bench;
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

  it("replays what was given up, ahead of what is younger, for its owner only", async () => {
    const { store, run } = bench;
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
    const { store, run } = bench;
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
    const { store, run } = bench;
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
    const { store, run } = bench;
    await store.push.put(SCOPE, config("p"));
    await store.append(run, [status("TASK_STATE_COMPLETED")]);
    const [first] = await claim();
    if (first) await settle(first, { kind: "dead", reason: "410" });
    await store.purge({ finishedBefore: new Date(Date.now() + 60_000), limit: 10 });
    expect((await store.push.dead({})).deliveries).toEqual([]);
    expect(await due()).toEqual([]);
  });
}
