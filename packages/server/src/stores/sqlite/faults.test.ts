import { getEventListeners, once } from "node:events";
import { closeSync, mkdirSync, openSync, statSync, writeFileSync, writeSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { Worker } from "node:worker_threads";
import { expect, it, onTestFinished } from "vitest";
import type { TaskStore } from "../../task-store.ts";
import { chunk, LEASE, message, opening, SCOPE, status } from "../../testing/log-entries.ts";
import { temporaryFiles } from "../../testing/temporary-files.ts";
import { MIGRATIONS } from "./migrations.ts";
import { createSqliteTaskStore, type SqliteTaskStoreOptions } from "./sqlite.ts";

const newFile = temporaryFiles();
const PAGE = 4_096;

function open(file: string, options: Partial<SqliteTaskStoreOptions> = {}): TaskStore {
  const store = createSqliteTaskStore({ file, ...options });
  onTestFinished(() => store.close());
  return store;
}

/** A file with one task, closed. */
async function madeFile(): Promise<string> {
  const file = newFile();
  const store = createSqliteTaskStore({ file });
  const { run } = await store.create(SCOPE, opening(), LEASE);
  await store.append(run, [chunk("x".repeat(100_000), false)]);
  await store.close();
  return file;
}

function raw(file: string, sql: string): void {
  const db = new DatabaseSync(file);
  db.exec(sql);
  db.close();
}

it("says which file is none of its own, and leaves it as it is", async () => {
  const text = newFile();
  writeFileSync(text, "no database at all, but long enough to have a header of its own ".repeat(4));
  expect(() => createSqliteTaskStore({ file: text })).toThrow(`${text} is not a SQLite database`);
  const foreign = newFile();
  raw(foreign, "CREATE TABLE customer (name TEXT); INSERT INTO customer VALUES ('Ada')");
  expect(() => createSqliteTaskStore({ file: foreign })).toThrow(`${foreign} is a database of another program`);
  raw(foreign, "INSERT INTO customer VALUES ('Grace')");
  const folder = newFile();
  mkdirSync(folder);
  for (const file of [folder, `${folder}/no/such/folder.db`]) {
    expect(() => createSqliteTaskStore({ file })).toThrow(`${file} cannot be opened`);
  }
});

it("makes files that only their owner can read", async () => {
  const file = await madeFile();
  expect(statSync(file).mode & 0o077).toBe(0);
});

it("refuses a schema of a newer version, also when it comes while it is at work", async () => {
  const file = await madeFile();
  const store = open(file);
  raw(file, "PRAGMA user_version = 99");
  await expect(store.create(SCOPE, opening("2"), LEASE)).rejects.toThrow(/schema version 99; this release knows/);
  expect(() => createSqliteTaskStore({ file })).toThrow(/schema version 99/);
  raw(file, `PRAGMA user_version = ${MIGRATIONS.length}`);
  expect(await store.create(SCOPE, opening("2"), LEASE)).toMatchObject({ last: 2 });
});

it("takes a file of an older version along, with the runs in it", async () => {
  const file = await madeFile();
  raw(
    file,
    "DROP INDEX task_by_wait; ALTER TABLE task DROP COLUMN handovers; UPDATE task SET attempt = 3, expires = 0; PRAGMA user_version = 1",
  );
  const [run] = await open(file).claimExpired({ ...LEASE, limit: 10 });
  expect(run).toMatchObject({ taskId: "1", attempt: 4, handovers: 0 });
});

it("refuses entries of a newer format, and those alone", async () => {
  const file = await madeFile();
  raw(file, "UPDATE entry SET format = 9 WHERE number = 3");
  const store = open(file);
  await expect(store.load(SCOPE, "1")).rejects.toThrow(/format 9; this release reads formats up to/);
  expect(await store.load(SCOPE, "1", 2)).toMatchObject({ last: 2 });
  expect(await store.create(SCOPE, opening("2"), LEASE)).toMatchObject({ last: 2 });
});

it("hands out the other deliveries where one cannot be read, and tells of it when it is alone", async () => {
  const file = await madeFile();
  const store = open(file);
  const url = "https://hook.example/";
  await store.push.put(SCOPE, { taskId: "1", id: "bad", url });
  await store.create(SCOPE, opening("2"), { ...LEASE, push: { id: "good", url } });
  raw(file, "UPDATE webhook SET format = 9 WHERE id = 'bad'");
  const claim = () => store.push.claim({ ...LEASE, limit: 10, signal: new AbortController().signal });
  expect((await claim()).map(({ config }) => config.id)).toEqual(["good"]);
  raw(file, "UPDATE webhook SET due = 0 WHERE id = 'bad'");
  await expect(claim()).rejects.toThrow("format 9");
});

it("lets go of a cursor that fails: nobody returns one that threw", async () => {
  const file = await madeFile();
  raw(file, "UPDATE entry SET format = 9 WHERE number = 3");
  const { signal } = new AbortController();
  const cursor = open(file).entries(SCOPE, "1", 1, signal)[Symbol.asyncIterator]();
  await cursor.next();
  expect(getEventListeners(signal, "abort")).toHaveLength(1);
  await expect(cursor.next()).rejects.toThrow("format 9");
  expect(getEventListeners(signal, "abort")).toHaveLength(0);
});

it("is made by several processes at once", async () => {
  const files = Array.from({ length: 60 }, newFile);
  const store = JSON.stringify(new URL("./sqlite.ts", import.meta.url));
  const code = `
    const { parentPort, workerData } = require("node:worker_threads");
    const faults = [];
    import(${store}).then(async ({ createSqliteTaskStore }) => {
      for (const [round, file] of workerData.files.entries()) {
        Atomics.add(workerData.ready, 0, 1);
        while (Atomics.load(workerData.ready, 0) < 3 * (round + 1));
        try {
          await createSqliteTaskStore({ file }).close();
        } catch (error) {
          faults.push(error.message);
        }
      }
      parentPort.postMessage(faults);
    });`;
  const workerData = { files, ready: new Int32Array(new SharedArrayBuffer(4)) };
  const workers = [1, 2, 3].map(() => new Worker(code, { eval: true, workerData }));
  const faults = await Promise.all(workers.map(async (worker) => (await once(worker, "message"))[0]));
  expect(faults.flat()).toEqual([]);
});

it("tells of a corrupt file, and goes on where it can", async () => {
  const file = await madeFile();
  const store = open(file);
  const pages = statSync(file).size / PAGE;
  const descriptor = openSync(file, "r+");
  // The last pages hold the long entry.
  for (let page = pages - 20; page < pages; page += 1)
    writeSync(descriptor, Buffer.alloc(PAGE, 0xa5), 0, PAGE, page * PAGE);
  closeSync(descriptor);
  await expect(store.load(SCOPE, "1")).rejects.toThrow(`${file} is corrupt`);
  expect((await store.list(SCOPE, { status: "TASK_STATE_COMPLETED" })).totalSize).toBe(0);
});

it("waits for a lock without holding up the process, and says so when it takes too long", async () => {
  const file = await madeFile();
  const store = open(file, { lockTimeout: 60 });
  const other = new DatabaseSync(file);
  other.exec("BEGIN IMMEDIATE");
  let turns = 0;
  const timer = setInterval(() => {
    turns += 1;
  }, 1);
  await expect(store.create(SCOPE, opening("2"), LEASE)).rejects.toThrow(`${file} is locked by another process`);
  clearInterval(timer);
  expect(turns).toBeGreaterThan(0);
  expect(await store.load(SCOPE, "1")).toMatchObject({ last: 3 });
  const patient = store.create(SCOPE, opening("3"), LEASE);
  other.exec("ROLLBACK");
  expect(await patient).toMatchObject({ last: 2 });
  other.exec("BEGIN EXCLUSIVE");
  expect(() => createSqliteTaskStore({ file, lockTimeout: 10 })).toThrow("is locked by another process");
  other.close();
});

it("stores whole operations or nothing on a full disk, and works on when there is room again", async () => {
  let completed = 0;
  let refused = 0;
  for (let pages = 1; pages <= 48; pages += 1) {
    const file = newFile();
    let store: TaskStore;
    try {
      store = createSqliteTaskStore({ file, fileBytes: pages * PAGE });
    } catch (error) {
      expect(String(error)).toContain("is full");
      expect(await open(file).load(SCOPE, "1")).toBeUndefined();
      continue;
    }
    let last = 0;
    let full = false;
    const attempt = async (work: () => Promise<number>): Promise<void> => {
      try {
        last = await work();
      } catch (error) {
        expect(String(error)).toContain("is full");
        full = true;
      }
    };
    const push = { id: "p", url: "https://example.com/" };
    await attempt(async () => (await store.create(SCOPE, opening(), { ...LEASE, push })).last);
    const run = await store.seize(SCOPE, "1", LEASE).catch(() => undefined);
    for (let round = 0; round < 12 && typeof run === "object" && !full; round += 1) {
      const entries = [chunk("x".repeat(4_000), round > 0), chunk("y".repeat(4_000))];
      await attempt(async () => ((await store.append(run, entries)) as { last: number }).last);
    }
    await attempt(async () => ((await store.enqueue(SCOPE, "1", message("m"), LEASE)) as { number: number }).number);
    await store.close();

    const roomy = open(file);
    const loaded = await roomy.load(SCOPE, "1");
    expect(loaded?.last ?? 0).toBe(last);
    if (typeof run === "object") {
      await roomy.append(run, [status("TASK_STATE_COMPLETED")]);
      expect((await roomy.load(SCOPE, "1"))?.task.status.state).toBe("TASK_STATE_COMPLETED");
      completed += 1;
    }
    if (full) refused += 1;
    const check = new DatabaseSync(file);
    expect({ ...check.prepare("PRAGMA integrity_check").get() }).toEqual({ integrity_check: "ok" });
    expect(check.prepare("PRAGMA foreign_key_check").all()).toEqual([]);
    check.close();
  }
  expect(completed).toBeGreaterThan(5);
  expect(refused).toBeGreaterThan(5);
});

it("refuses what is over its limits, and options that are none", async () => {
  const store = open(newFile(), { entryBytes: 1_000, unfinishedTasks: 2, queuedMessages: 1, pushConfigs: 1 });
  const { run } = await store.create(SCOPE, opening(), { ...LEASE, push: { url: "https://example.com/" } });
  const exhausted = { reason: "RESOURCE_EXHAUSTED" };
  await expect(store.append(run, [chunk("é".repeat(500), false)])).rejects.toMatchObject(exhausted);
  expect(await store.append(run, [chunk("e".repeat(500), false)])).toEqual({ last: 3 });
  expect(await store.push.put(SCOPE, { id: "2", taskId: "1", url: "https://example.com/" })).toBe("full");
  expect(await store.enqueue(SCOPE, "1", message("2"), LEASE)).toEqual({ number: 4 });
  expect(await store.enqueue(SCOPE, "1", message("3"), LEASE)).toBe("queueFull");
  await store.create(SCOPE, opening("2"), LEASE);
  await expect(store.create(SCOPE, opening("3"), LEASE)).rejects.toMatchObject(exhausted);
  await store.append(run, [status("TASK_STATE_COMPLETED")]);
  expect(await store.create(SCOPE, opening("3"), LEASE)).toMatchObject({ last: 2 });
  for (const wrong of [{ pollInterval: -1 }, { lockTimeout: Number.NaN }, { entryByte: 1 }]) {
    expect(() => createSqliteTaskStore({ file: newFile(), ...wrong })).toThrow(RangeError);
  }
});
