import assert from "node:assert/strict";
import type { ListTasksRequest, Task } from "@a2akit/types";
import type { Check } from "../check.ts";
import { call, type Peer, refused, result, sendTask } from "../peer.ts";
import { eventually } from "../tasks.ts";

const needs = ["SendMessage", "ListTasks"] as const;

/** `count` finished tasks in one fresh context, whose status timestamps all differ; oldest first. */
async function tasksInContext(peer: Peer, count: number): Promise<{ contextId: string; tasks: Task[] }> {
  const contextId = crypto.randomUUID();
  const tasks: Task[] = [];
  let last = "";
  while (tasks.length < count) {
    const number = tasks.length;
    const task = await sendTask(peer, `task:art:a:${number};done`, { contextId });
    tasks.push(task);
    last = task.status.timestamp ?? "";
    while (new Date().toISOString() <= last) await new Promise(setImmediate);
  }
  return { contextId, tasks };
}

/** Pages after which a walk must have come to its end. */
const MAX_PAGES = 200;

/** All pages, from the first to the one without a successor. */
async function walk(peer: Peer, query: ListTasksRequest): Promise<Task[]> {
  const found: Task[] = [];
  let pageToken = "";
  for (let page = 0; page < MAX_PAGES; page++) {
    const { tasks, nextPageToken } = await result(
      peer,
      "ListTasks",
      pageToken === "" ? query : { ...query, pageToken },
    );
    found.push(...tasks);
    if (nextPageToken === "") return found;
    pageToken = nextPageToken;
  }
  return assert.fail(`no end after ${MAX_PAGES} pages`);
}

const ids = (tasks: readonly Task[]): string[] => tasks.map(({ id }) => id);

/** Case C12. */
export const listTasksChecks: readonly Check[] = [
  {
    title: "all members are there, newest status first, without artifacts",
    cites: ["list-members", "list-order", "list-artifacts", "list-next-token", "list-total", "list-page-size"],
    needs,
    async run({ peer }) {
      const { contextId, tasks } = await tasksInContext(peer, 5);
      const { envelope } = await call(peer, "ListTasks", { contextId });
      const page = await result(peer, "ListTasks", { contextId });
      const members = Object.keys(envelope.result as object).map((key) => key.toLowerCase().replaceAll("_", ""));
      assert.deepEqual(members.sort(), ["nextpagetoken", "pagesize", "tasks", "totalsize"]);
      assert.deepEqual([page.nextPageToken, page.totalSize, page.pageSize], ["", 5, 50]);
      assert.deepEqual(ids(page.tasks), ids(tasks).reverse());
      assert.ok(page.tasks.every((task) => !("artifacts" in task)));
    },
  },
  {
    title: "no task is an empty list, not an absent one",
    cites: ["list-members", "list-next-token", "list-total"],
    needs,
    async run({ peer }) {
      const page = await result(peer, "ListTasks", { contextId: "nobody-was-here" });
      assert.deepEqual(page, { tasks: [], nextPageToken: "", pageSize: 50, totalSize: 0 });
    },
  },
  {
    title: "includeArtifacts true shows them, empty where a task has none; false hides them",
    cites: ["list-artifacts"],
    needs,
    async run({ peer }) {
      const { contextId } = await tasksInContext(peer, 1);
      await sendTask(peer, "task:done", { contextId });
      const shown = await call(peer, "ListTasks", { contextId, includeArtifacts: true });
      const tasks = (shown.envelope.result as { tasks: { artifacts?: unknown[] }[] }).tasks;
      assert.deepEqual(tasks.map(({ artifacts }) => artifacts?.length).sort(), [0, 1]);
      const hidden = await result(peer, "ListTasks", { contextId, includeArtifacts: false });
      assert.ok(hidden.tasks.every((task) => !("artifacts" in task)));
    },
  },
  {
    title: "a walk over pages of any size shows each task once, in order",
    cites: ["list-cursor", "list-next-token", "list-total", "list-page-size"],
    needs,
    async run({ peer }) {
      const { contextId, tasks } = await tasksInContext(peer, 5);
      for (const pageSize of [1, 2, 3, 5, 100]) {
        const first = await result(peer, "ListTasks", { contextId, pageSize });
        assert.equal(first.tasks.length, Math.min(pageSize, 5));
        assert.deepEqual([first.totalSize, first.pageSize], [5, pageSize]);
        assert.equal(first.nextPageToken === "", pageSize >= 5, "the last page has no successor");
        assert.deepEqual(ids(await walk(peer, { contextId, pageSize })), ids(tasks).reverse());
      }
    },
  },
  {
    title: "tasks that begin or change during a walk do not disturb the others",
    cites: ["list-cursor"],
    needs,
    async run({ peer }) {
      const contextId = crypto.randomUUID();
      const still: string[] = [];
      for (let index = 0; index < 12; index++) still.push((await sendTask(peer, "task:done", { contextId })).id);
      const moving = await sendTask(peer, "task:input:q", { contextId });
      const seen: string[] = [];
      let query: ListTasksRequest = { contextId, pageSize: 3 };
      for (let page = 0; page < MAX_PAGES; page++) {
        const { tasks, nextPageToken } = await result(peer, "ListTasks", query);
        seen.push(...ids(tasks));
        if (nextPageToken === "") break;
        await sendTask(peer, "task:done", { contextId });
        await sendTask(peer, "task:input:q", { contextId, taskId: moving.id });
        query = { ...query, pageToken: nextPageToken };
      }
      assert.deepEqual(
        seen.filter((id) => still.includes(id)),
        still.toReversed(),
      );
    },
  },
  {
    title: "many tasks of the same moment are each shown once",
    cites: ["list-cursor", "list-total", "list-page-size"],
    needs,
    async run({ peer }) {
      const contextId = crypto.randomUUID();
      const made = await Promise.all(Array.from({ length: 60 }, () => sendTask(peer, "task:done", { contextId })));
      const page = await result(peer, "ListTasks", { contextId });
      assert.deepEqual([page.tasks.length, page.totalSize], [50, 60], "a page holds 50");
      assert.deepEqual(ids(await walk(peer, { contextId, pageSize: 7 })).sort(), ids(made).sort());
    },
  },
  {
    title: "a task whose status changes comes first",
    cites: ["list-order"],
    needs,
    async run({ peer }) {
      const contextId = crypto.randomUUID();
      const first = await sendTask(peer, "task:input:q", { contextId });
      await tasksInContext(peer, 1);
      const second = await sendTask(peer, "task:done", { contextId });
      await tasksInContext(peer, 1);
      assert.deepEqual(ids((await result(peer, "ListTasks", { contextId })).tasks), [second.id, first.id]);
      await sendTask(peer, "task:done", { taskId: first.id });
      assert.deepEqual(ids((await result(peer, "ListTasks", { contextId })).tasks), [first.id, second.id]);
    },
  },
  {
    title: "a filter by state shows only that state, and follows the task",
    cites: ["list-filters", "list-total"],
    needs: ["SendMessage", "ListTasks", "GetTask"],
    async run({ peer, gates }) {
      const contextId = crypto.randomUUID();
      const running = await sendTask(peer, "task:work;gate:g;done", {
        contextId,
        configuration: { returnImmediately: true },
      });
      await eventually(peer, running.id, "TASK_STATE_WORKING");
      const done = await sendTask(peer, "task:done", { contextId });
      const listed = async (status: Task["status"]["state"]) => {
        const page = await result(peer, "ListTasks", { contextId, status });
        assert.equal(page.totalSize, page.tasks.length);
        return ids(page.tasks);
      };
      assert.deepEqual(await listed("TASK_STATE_WORKING"), [running.id]);
      assert.deepEqual(await listed("TASK_STATE_COMPLETED"), [done.id]);
      assert.deepEqual(await listed("TASK_STATE_REJECTED"), []);
      gates.open("g");
      await eventually(peer, running.id, "TASK_STATE_COMPLETED");
      assert.deepEqual(await listed("TASK_STATE_WORKING"), []);
      assert.deepEqual((await listed("TASK_STATE_COMPLETED")).sort(), [running.id, done.id].sort());
    },
  },
  {
    title: "statusTimestampAfter is inclusive and understands offsets",
    cites: ["list-filters", "timestamps-in"],
    needs,
    async run({ peer }) {
      const { contextId, tasks } = await tasksInContext(peer, 3);
      const middle = tasks[1]?.status.timestamp ?? "";
      const later = ids(tasks.slice(1)).reverse();
      const shifted = `${new Date(Date.parse(middle) + 7_200_000).toISOString().slice(0, -1)}+02:00`;
      for (const statusTimestampAfter of [middle, shifted, middle.replace("Z", "000000Z")]) {
        const page = await result(peer, "ListTasks", { contextId, statusTimestampAfter });
        assert.deepEqual([ids(page.tasks), page.totalSize], [later, 2], statusTimestampAfter);
      }
      const nanosecondLater = middle.replace("Z", "000001Z");
      const after = await result(peer, "ListTasks", { contextId, statusTimestampAfter: nanosecondLater });
      assert.ok(after.totalSize <= 2);
    },
  },
  {
    title: "filters add up over pages",
    cites: ["list-filters", "list-cursor"],
    needs,
    async run({ peer }) {
      const contextId = crypto.randomUUID();
      const parked: string[] = [];
      for (let index = 0; index < 4; index++) {
        parked.push((await sendTask(peer, "task:input:q", { contextId })).id);
        await sendTask(peer, "task:done", { contextId });
        await sendTask(peer, "task:input:q");
      }
      const query: ListTasksRequest = { contextId, status: "TASK_STATE_INPUT_REQUIRED", pageSize: 3 };
      assert.deepEqual(ids(await walk(peer, query)).sort(), parked.sort());
    },
  },
  {
    title: "every bound is checked",
    cites: ["list-page-size", "list-bad-token", "list-filters", "timestamps-in", "enum-numbers-in", "invalid-params"],
    needs,
    async run({ peer }) {
      const wrong = [
        ...[0, -1, 101, 1.5, "x", 2 ** 40].map((pageSize) => ({ pageSize })),
        ...["@@bad@@", "AAAA", "e30", "%00", "1".repeat(5000)].map((pageToken) => ({ pageToken })),
        ...["TASK_STATE_RUNNING", "working", 99].map((status) => ({ status })),
        ...["yesterday", "2026-13-01T00:00:00Z", "2026-01-01", 1767225600].map((value) => ({
          statusTimestampAfter: value,
        })),
        { historyLength: -1 },
        { includeArtifacts: "yes" },
        { contextId: 7 },
      ];
      for (const params of wrong) await refused("InvalidParams", call(peer, "ListTasks", params));
    },
  },
];
