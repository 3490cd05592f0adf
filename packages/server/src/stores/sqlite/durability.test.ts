import { DatabaseSync } from "node:sqlite";
import { expect, it, onTestFinished } from "vitest";
import type { Run, TaskStore } from "../../task-store.ts";
import { chunk, LEASE, message, opening, SCOPE, status } from "../../testing/log-entries.ts";
import { temporaryFiles } from "../../testing/temporary-files.ts";
import { createSqliteTaskStore, type SqliteTaskStoreOptions } from "./sqlite.ts";

const newFile = temporaryFiles();

function open(file: string, options: Partial<SqliteTaskStoreOptions> = {}): TaskStore {
  const store = createSqliteTaskStore({ file, ...options });
  onTestFinished(() => store.close());
  return store;
}

async function numbers(store: TaskStore, count: number, after = 0): Promise<number[]> {
  const controller = new AbortController();
  const read: number[] = [];
  for await (const { number } of store.entries(SCOPE, "1", after, controller.signal)) {
    if (read.push(number) === count) break;
  }
  return read;
}

it("keeps everything over a restart: log, run, queue, configs and what is on its way", async () => {
  const file = newFile();
  const before = createSqliteTaskStore({ file });
  const push = { id: "p", url: "https://example.com/" };
  const { run } = await before.create(SCOPE, opening(), { ...LEASE, push });
  await before.append(run, [chunk("1", false)]);
  await before.enqueue(SCOPE, "1", message("m2"), LEASE);
  const signal = new AbortController().signal;
  await before.push.claim({ lease: -1, limit: 1, signal });
  const task = await before.load(SCOPE, "1");
  await before.close();

  const store = open(file);
  expect(await store.load(SCOPE, "1")).toEqual(task);
  expect(await store.push.list(SCOPE, "1")).toEqual([{ ...push, taskId: "1" }]);
  expect(await store.push.claim({ ...LEASE, limit: 1, signal })).toMatchObject([{ number: 2, attempt: 2 }]);
  expect(await store.append(run, [chunk("2")])).toEqual({ last: 5 });
  expect(await store.release(run, LEASE)).toMatchObject({ input: 4 });
  expect(await numbers(store, 5)).toEqual([1, 2, 3, 4, 5]);
});

it("closes when what was being written is durable, and refuses what comes later", async () => {
  const file = newFile();
  const before = createSqliteTaskStore({ file });
  const written = before.create(SCOPE, opening(), LEASE);
  await before.close();
  await written;
  await expect(before.load(SCOPE, "1")).rejects.toThrow("is closed");
  await expect(before.create(SCOPE, opening("2"), LEASE)).rejects.toThrow("is closed");
  expect(await open(file).load(SCOPE, "1")).toMatchObject({ last: 2 });
});

it("lets two processes share a file: entries, fences, leases, deliveries and a purge reach the other one", async () => {
  const file = newFile();
  const [a, b] = [open(file, { pollInterval: 1 }), open(file, { pollInterval: 1 })];
  const { run } = await a.create(SCOPE, opening(), LEASE);
  const reading = numbers(b, 3, 2);
  const waiting = b.push.claim({ ...LEASE, limit: 10, signal: new AbortController().signal });
  await a.append(run, [chunk("1", false)]);
  await a.push.put(SCOPE, { id: "p", taskId: "1", url: "https://example.com/" });
  expect(await waiting).toMatchObject([{ number: 3 }]);
  const seized = await b.seize(SCOPE, "1", LEASE);
  expect(await a.append(run, [chunk("late")])).toBe("fenced");
  expect(await b.append(seized as Run, [chunk("2"), status("TASK_STATE_COMPLETED")])).toEqual({ last: 5 });
  expect(await reading).toEqual([3, 4, 5]);
  expect((await a.load(SCOPE, "1"))?.task.artifacts?.[0]?.parts).toHaveLength(2);

  const cursor = a.entries(SCOPE, "1", 4, new AbortController().signal)[Symbol.asyncIterator]();
  await cursor.next();
  const end = cursor.next();
  expect(await b.purge({ finishedBefore: new Date(Date.now() + 60_000), limit: 10 })).toBe(1);
  expect(await end).toEqual({ done: true, value: undefined });
});

it("gives each lost run to one of two processes", async () => {
  const file = newFile();
  const [a, b] = [open(file), open(file)];
  for (let id = 0; id < 40; id += 1) await a.create(SCOPE, opening(`${id}`), { lease: -1 });
  const rounds = Array.from({ length: 10 }, (_, index) => (index % 2 ? a : b).claimExpired({ ...LEASE, limit: 5 }));
  const claimed = (await Promise.all(rounds)).flat().map(({ taskId }) => taskId);
  expect(claimed).toHaveLength(40);
  expect(new Set(claimed).size).toBe(40);
});

it("folds a long log once, and leaves a snapshot for the next process", async () => {
  const file = newFile();
  const before = createSqliteTaskStore({ file });
  const { run } = await before.create(SCOPE, opening(), LEASE);
  await before.append(run, [chunk("0", false), ...Array.from({ length: 599 }, (_, index) => chunk(`${index + 1}`))]);
  const task = await before.load(SCOPE, "1");
  await before.append(run, [chunk("600")]);
  await before.close();

  const raw = new DatabaseSync(file);
  expect(raw.prepare("SELECT number FROM snapshot").all()).toEqual([{ number: 602 }]);
  // Nobody needs what the snapshot stands for.
  raw.exec("DELETE FROM entry WHERE number < 600");
  raw.close();
  const store = open(file);
  expect(await store.load(SCOPE, "1", 602)).toEqual(task);
  const now = await store.load(SCOPE, "1");
  expect(now?.task.artifacts?.[0]?.parts.map(({ text }) => text)).toEqual(
    Array.from({ length: 601 }, (_, index) => `${index}`),
  );
});

it("reads any state of a log with a cache of any size", async () => {
  for (const cacheBytes of [0, 1_000, 1_000_000]) {
    const store = open(newFile(), { cacheBytes });
    const runs = new Map<string, Run>();
    for (const id of ["1", "2", "3"]) runs.set(id, (await store.create(SCOPE, opening(id), LEASE)).run);
    for (let round = 1; round <= 20; round += 1) {
      for (const [id, run] of runs) {
        await store.append(run, [chunk(`${round}`, round > 1)]);
        const upTo = 3 + ((round * 7) % round);
        const { task } = (await store.load(SCOPE, id, upTo)) ?? {};
        expect(task?.artifacts?.[0]?.parts.map(({ text }) => text)).toEqual(
          Array.from({ length: upTo - 2 }, (_, index) => `${index + 1}`),
        );
        expect((await store.load(SCOPE, id))?.task.artifacts?.[0]?.parts).toHaveLength(round);
      }
    }
  }
});

it("forgets long tasks slice by slice, and takes out what a crash left in the trash", async () => {
  const file = newFile();
  const store = open(file);
  for (const id of ["1", "2"]) {
    const { run } = await store.create(SCOPE, opening(id), LEASE);
    await store.append(run, [...Array.from({ length: 1_500 }, () => chunk("x")), status("TASK_STATE_COMPLETED", id)]);
  }
  const raw = new DatabaseSync(file);
  const left = () => ({
    ...raw.prepare("SELECT (SELECT count(*) FROM entry) AS entries, (SELECT count(*) FROM trash) AS trash").get(),
  });
  const finishedBefore = new Date(Date.now() + 60_000);
  expect(await store.purge({ finishedBefore, limit: 1 })).toBe(1);
  expect(left()).toEqual({ entries: 1_503, trash: 0 });
  raw.exec("INSERT INTO trash SELECT key FROM task; DELETE FROM task");
  expect(await store.purge({ finishedBefore, limit: 1 })).toBe(0);
  expect(left()).toEqual({ entries: 0, trash: 0 });
  raw.close();
});

it("counts tasks by owner and state as they are, whatever happened to them", async () => {
  const file = newFile();
  const store = open(file);
  const states = ["WORKING", "COMPLETED", "FAILED", "INPUT_REQUIRED"] as const;
  for (let id = 0; id < 30; id += 1) {
    const { run } = await store.create({ ...SCOPE, owner: `${id % 3}` }, opening(`${id}`), LEASE);
    const steps = [...states.slice(id % 4), ...states].slice(0, 1 + (id % 5));
    for (const state of steps) await store.append(run, [status(`TASK_STATE_${state}`, `${id}`)]);
  }
  await store.purge({ finishedBefore: new Date(Date.now() + 60_000), limit: 7 });
  const raw = new DatabaseSync(file);
  const counted = raw.prepare("SELECT tenant, owner, state, count(*) AS count FROM task GROUP BY 1, 2, 3").all();
  expect(raw.prepare("SELECT * FROM tally WHERE count > 0").all()).toEqual(counted);
  expect(raw.prepare("SELECT unfinished FROM gauge").all()).toEqual(
    raw.prepare("SELECT count(*) AS unfinished FROM task WHERE finished = 0").all(),
  );
  raw.close();
});
