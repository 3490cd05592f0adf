import { expect, it } from "vitest";
import { chunk, opening, status } from "../../testing/log-entries.ts";
import { pushStoreContract } from "../../testing/push-store-contract.ts";
import { slowStore } from "../../testing/slow-store.ts";
import { taskStoreContract } from "../../testing/task-store-contract.ts";
import { createMemoryTaskStore } from "./memory.ts";

taskStoreContract("memory", () => createMemoryTaskStore());
pushStoreContract("memory", () => createMemoryTaskStore());
taskStoreContract("slow memory", () => slowStore(createMemoryTaskStore()));
pushStoreContract("slow memory", () => slowStore(createMemoryTaskStore()));

const SCOPE = { tenant: "", owner: "" };
const LEASE = { lease: 60_000 };

it("compacts a finished log: the final Task stays, and a cursor that was reading reads on", async () => {
  const store = createMemoryTaskStore({ compactAfter: 0 });
  const { run } = await store.create(SCOPE, opening(), LEASE);
  const cursor = store.entries(SCOPE, "1", 0, new AbortController().signal)[Symbol.asyncIterator]();
  await cursor.next();
  await store.append(run, [chunk("x", false), status("TASK_STATE_COMPLETED")]);
  await store.create(SCOPE, opening("2"), LEASE);
  const final = await store.load(SCOPE, "1");
  expect(await store.load(SCOPE, "1", 2)).toEqual(final);
  const numbers: unknown[] = [];
  for (let count = 0; count < 3; count += 1) numbers.push((await cursor.next()).value?.number);
  expect(numbers).toEqual([2, 3, 4]);
  const late = store.entries(SCOPE, "1", 0, new AbortController().signal)[Symbol.asyncIterator]();
  expect(await late.next()).toEqual({ done: true, value: undefined });
});

it("forgets the tasks that ended first when all of them have too many bytes, but never the last one", async () => {
  const store = createMemoryTaskStore({ finishedBytes: 5_000 });
  const end = async (id: string, bytes: number): Promise<void> => {
    const { run } = await store.create(SCOPE, opening(id), LEASE);
    await store.append(run, [chunk("x".repeat(bytes), false), status("TASK_STATE_COMPLETED")]);
  };
  const kept = async () => (await store.list(SCOPE, {})).tasks.map(({ id }) => id);
  await end("1", 1_000);
  await end("2", 1_000);
  await store.create(SCOPE, opening("working"), LEASE);
  expect(await kept()).toEqual(["working", "2", "1"]);
  await end("3", 3_000);
  expect(await kept()).toEqual(["3", "working", "2"]);
  await end("4", 10_000);
  expect(await kept()).toEqual(["4", "working"]);
  await end("5", 10);
  expect(await kept()).toEqual(["5", "working"]);
});

it("orders by the time of the status, however late an entry arrives", async () => {
  const store = createMemoryTaskStore();
  const at = (id: string, second: string) => {
    const [task, message] = opening(id);
    if (task?.type !== "task" || message === undefined) throw new Error("an opening has a task");
    return [
      { ...task, task: { ...task.task, status: { ...task.task.status, timestamp: `2026-01-01T00:00:${second}Z` } } },
      message,
    ];
  };
  for (const [id, second] of [
    ["a", "05.000"],
    ["c", "07.000"],
    ["b", "06.000"],
  ] as const)
    await store.create(SCOPE, at(id, second), LEASE);
  expect((await store.list(SCOPE, {})).tasks.map(({ id }) => id)).toEqual(["c", "b", "a"]);
  const after = async (time: string) => (await store.list(SCOPE, { statusTimestampAfter: time })).totalSize;
  expect(await after("2026-01-01T00:00:06.000Z")).toBe(2);
  expect(await after("2026-01-01T00:00:06.000000001Z")).toBe(1);
});

it("refuses more than its push configs per task", async () => {
  const store = createMemoryTaskStore({ pushConfigs: 1 });
  await store.create(SCOPE, opening(), { ...LEASE, push: { url: "https://example.com/" } });
  expect(await store.push.put(SCOPE, { id: "2", taskId: "1", url: "https://example.com/" })).toBe("full");
});
