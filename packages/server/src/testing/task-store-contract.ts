import type { ListTasksRequest, Task, TaskState } from "@a2akit/types";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type LogEntry, statusOf } from "../log-entry.ts";
import type { Run, Scope, Stored, TaskStore } from "../task-store.ts";
import { chunk, LEASE, lastTime, message, opening, SCOPE, status } from "./log-entries.ts";
import { runContract } from "./run-contract.ts";

/** What every TaskStore must do; `create` gives an empty one. */
export function taskStoreContract(name: string, create: () => Promise<TaskStore> | TaskStore): void {
  runContract(name, create);
  describe(`TaskStore contract: ${name}`, () => {
    let store: TaskStore;
    let run: Run;
    beforeEach(async () => {
      store = await create();
      ({ run } = await store.create(SCOPE, opening(), LEASE));
    });
    afterEach(() => store.close());

    const append = async (...entries: LogEntry[]) => store.append(run, entries);
    async function read(after: number, count: number): Promise<Stored[]> {
      const controller = new AbortController();
      const read: Stored[] = [];
      for await (const stored of store.entries(SCOPE, "1", after, controller.signal)) {
        read.push(stored);
        if (read.length === count) break;
      }
      controller.abort();
      return read;
    }

    it("numbers entries without gaps, with the input of the run that wrote them", async () => {
      expect(run).toMatchObject({ taskId: "1", input: 2, attempt: 1, scope: SCOPE });
      expect(await append(status("TASK_STATE_WORKING"), chunk("x", false))).toEqual({ last: 4 });
      const stored = await read(0, 4);
      expect(stored.map(({ number, input, entry }) => [number, input, entry.type])).toEqual([
        [1, 2, "task"],
        [2, 2, "message"],
        [3, 2, "status"],
        [4, 2, "artifact"],
      ]);
    });

    it("lets cursors wait for entries to come, each sees all of them once", async () => {
      const readers = [read(2, 3), read(2, 3), read(3, 2)];
      await append(chunk("1", false));
      await append(chunk("2"), chunk("3"));
      const numbers = (await Promise.all(readers)).map((stored) => stored.map(({ number }) => number));
      expect(numbers).toEqual([
        [3, 4, 5],
        [3, 4, 5],
        [4, 5],
      ]);
    });

    it("ends a waiting cursor when its signal aborts", async () => {
      const controller = new AbortController();
      const cursor = store.entries(SCOPE, "1", 2, controller.signal)[Symbol.asyncIterator]();
      const waiting = cursor.next();
      controller.abort();
      expect(await waiting).toEqual({ done: true, value: undefined });
      expect(await cursor.next()).toMatchObject({ done: true });
    });

    it("folds up to any entry, and what it gave never changes later", async () => {
      await append(chunk("1", false), chunk("2"));
      const before = await store.load(SCOPE, "1");
      const copy = structuredClone(before);
      await append(chunk("3"), status("TASK_STATE_COMPLETED"));
      expect(before).toEqual(copy);
      expect((await store.load(SCOPE, "1", 4))?.task).toEqual(copy?.task);
      expect((await store.load(SCOPE, "1", 2))?.task).toEqual({ ...copy?.task, artifacts: undefined });
      expect((await store.load(SCOPE, "1"))?.task.artifacts?.[0]?.parts).toHaveLength(3);
      expect((await store.load(SCOPE, "1"))?.last).toBe(6);
    });

    it("shows a task to its own scope only", async () => {
      for (const other of [
        { tenant: "t", owner: "bob" },
        { tenant: "", owner: "alice" },
        { tenant: "ta", owner: "lice" },
      ]) {
        expect(await store.load(other, "1")).toBeUndefined();
        expect(await store.requestCancel(other, "1")).toBe("absent");
        expect(await store.seize(other, "1", LEASE)).toBe("absent");
        expect(await store.enqueue(other, "1", message("x"), LEASE)).toBe("absent");
        expect((await store.list(other, {})).totalSize).toBe(0);
        expect(await store.push.list(other, "1")).toBeUndefined();
      }
    });

    it("lists in the order of the last status, in pages", async () => {
      for (const id of ["2", "3", "4"]) await store.create(SCOPE, opening(id, "d"), LEASE);
      await append(status("TASK_STATE_WORKING"));
      const first = await store.list(SCOPE, { pageSize: 2 });
      expect([first.tasks.map(({ id }) => id), first.totalSize]).toEqual([["1", "4"], 4]);
      const second = await store.list(SCOPE, { pageSize: 2, pageToken: first.nextPageToken });
      expect([second.tasks.map(({ id }) => id), second.nextPageToken]).toEqual([["3", "2"], ""]);
      const some = await store.list(SCOPE, { contextId: "d", status: "TASK_STATE_SUBMITTED", pageSize: 1 });
      expect([some.tasks.map(({ id }) => id), some.totalSize, some.nextPageToken === ""]).toEqual([["4"], 3, false]);
      await expect(store.list(SCOPE, { pageToken: "@@" })).rejects.toMatchObject({ code: -32602 });
    });

    it("finds what every combination of filters asks for, and walks through it page by page", async () => {
      const states = ["TASK_STATE_WORKING", "TASK_STATE_INPUT_REQUIRED", "TASK_STATE_COMPLETED"] as const;
      const all: { id: string; contextId: string; status: TaskState; time: string }[] = [];
      for (let index = 0; index < 24; index += 1) {
        const [id, contextId] = [`f${index}`, `c${index % 2}`];
        const { run } = await store.create({ ...SCOPE, owner: "filters" }, opening(id, contextId), LEASE);
        const state = states[(index * 7) % states.length] ?? states[0];
        const entry = status(state, id);
        await store.append(run, [entry]);
        all.unshift({ id, contextId, status: state, time: statusOf(entry)?.timestamp ?? "" });
      }
      for (const contextId of [undefined, "c0", "c1", "none"]) {
        for (const state of [undefined, ...states, "TASK_STATE_FAILED" as const]) {
          for (const after of [undefined, all[9]?.time, all[23]?.time, "2999-01-01T00:00:00Z"]) {
            const query = {
              pageSize: 5,
              ...(contextId !== undefined && { contextId }),
              ...(state !== undefined && { status: state }),
              ...(after !== undefined && { statusTimestampAfter: after }),
            };
            const want = all
              .filter((task) => contextId === undefined || task.contextId === contextId)
              .filter((task) => state === undefined || task.status === state)
              .filter((task) => after === undefined || task.time >= after)
              .map(({ id }) => id);
            expect(await walk({ ...SCOPE, owner: "filters" }, query)).toEqual({ ids: want, totals: want.length });
          }
        }
      }
    });

    /** All pages of a query, and the total that every one of them names. */
    async function walk(scope: Scope, query: ListTasksRequest): Promise<{ ids: string[]; totals: number }> {
      const ids: string[] = [];
      const totals = new Set<number>();
      let pageToken = "";
      do {
        const page = await store.list(scope, { ...query, pageToken });
        ids.push(...page.tasks.map(({ id }) => id));
        totals.add(page.totalSize);
        pageToken = page.nextPageToken;
      } while (pageToken !== "");
      return { ids, totals: totals.size === 1 ? ([...totals][0] ?? -1) : -1 };
    }

    it("shows each task that does not change exactly once, whatever happens to the others during a walk", async () => {
      for (const id of ["2", "3", "4", "5", "6"]) await store.create(SCOPE, opening(id), LEASE);
      const first = await store.list(SCOPE, { pageSize: 2 });
      await append(status("TASK_STATE_WORKING"));
      await store.create(SCOPE, opening("7"), LEASE);
      const rest = await store.list(SCOPE, { pageSize: 10, pageToken: first.nextPageToken });
      expect([...first.tasks, ...rest.tasks].map(({ id }) => id)).toEqual(["6", "5", "4", "3", "2"]);
    });

    it("has no entries of a task that is not there, and ends at once", async () => {
      const never = new AbortController().signal;
      for (const [scope, id] of [
        [SCOPE, "9"],
        [{ ...SCOPE, owner: "bob" }, "1"],
      ] as const) {
        expect(await store.entries(scope, id, 0, never)[Symbol.asyncIterator]().next()).toMatchObject({ done: true });
      }
    });

    it("stores no push config of a follow-up that comes too late", async () => {
      await append(status("TASK_STATE_COMPLETED"));
      const push = { id: "p", url: "https://example.com/" };
      expect(await store.enqueue(SCOPE, "1", message("m2"), { ...LEASE, push })).toBe("terminal");
      expect(await store.push.list(SCOPE, "1")).toEqual([]);
      expect((await store.load(SCOPE, "1"))?.last).toBe(3);
    });

    it("keeps concurrent writers apart", async () => {
      const ids = Array.from({ length: 20 }, (_, index) => `w${index}`);
      await Promise.all(
        ids.map(async (id) => {
          const { run: own } = await store.create(SCOPE, opening(id), LEASE);
          for (let step = 0; step < 5; step += 1) await store.append(own, [chunk(`${id} ${step}`, step > 0)]);
        }),
      );
      for (const id of ids) {
        const parts = (await store.load(SCOPE, id))?.task.artifacts?.[0]?.parts.map(({ text }) => text);
        expect(parts).toEqual([0, 1, 2, 3, 4].map((step) => `${id} ${step}`));
      }
    });

    it("purges what ended before a time, at most so many, and ends their cursors", async () => {
      await append(status("TASK_STATE_COMPLETED"));
      const ended = lastTime();
      expect(await store.purge({ finishedBefore: new Date(ended), limit: 10 })).toBe(0);
      const cursor = store.entries(SCOPE, "1", 3, new AbortController().signal)[Symbol.asyncIterator]();
      const waiting = cursor.next();
      expect(await store.purge({ finishedBefore: new Date(ended + 1), limit: 0 })).toBe(0);
      expect(await store.purge({ finishedBefore: new Date(ended + 1), limit: 10 })).toBe(1);
      expect(await store.load(SCOPE, "1")).toBeUndefined();
      expect((await waiting).done).toBe(true);
      expect((await store.list(SCOPE, {})).totalSize).toBe(0);
    });

    it("keeps push configs with their task", async () => {
      const config = { id: "p", taskId: "1", url: "https://example.com/" };
      expect(await store.push.put(SCOPE, { ...config, taskId: "9" })).toBe("absent");
      expect(await store.push.put(SCOPE, config)).toBe("stored");
      expect(await store.push.get(SCOPE, "1", "p")).toEqual(config);
      expect(await store.push.list(SCOPE, "1")).toEqual([config]);
      await store.push.delete(SCOPE, "1", "p");
      await store.push.delete(SCOPE, "1", "p");
      expect(await store.push.get(SCOPE, "1", "p")).toBeUndefined();
      const push = { url: "https://example.com/2" };
      await store.enqueue(SCOPE, "1", message("m2"), { ...LEASE, push });
      expect(await store.push.list(SCOPE, "1")).toMatchObject([{ ...push, taskId: "1", id: expect.any(String) }]);
    });

    it("keeps a long log readable from anywhere", async () => {
      const texts = Array.from({ length: 300 }, (_, index) => `${index}`);
      await append(...texts.map((text, index) => chunk(text, index > 0)));
      const task: Task | undefined = (await store.load(SCOPE, "1"))?.task;
      expect(task?.artifacts?.[0]?.parts.map(({ text }) => text)).toEqual(texts);
      expect((await read(200, 5)).map(({ number }) => number)).toEqual([201, 202, 203, 204, 205]);
    });
  });
}
