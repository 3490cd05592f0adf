import { afterEach, beforeEach, expect, it } from "vitest";
import { startServer, type TestServer } from "./testing/harness.ts";
import { scripted } from "./testing/scripted-steps.ts";

let server: TestServer;
beforeEach(async () => {
  server = await startServer("fetch", { agent: scripted });
});
afterEach(() => server.close());

// biome-ignore lint/suspicious/noExplicitAny: answers are read as they come
const list = async (query: object): Promise<any> => {
  const { body } = await server.call("ListTasks", query);
  return body.result ?? body.error;
};
const create = async (text: string, contextId: string): Promise<string> =>
  (await server.send(text, { contextId })).task.id;
const idsOf = ({ tasks }: { tasks: { id: string }[] }): string[] => tasks.map(({ id }) => id);

it("lists newest status first, with everything a page must have (A2A §3.1.4)", async () => {
  const ids = [
    await create("task:art:a:1;done", "c"),
    await create("task:input:q", "c"),
    await create("task:done", "c"),
  ];
  const page = await list({});
  expect(page).toMatchObject({ nextPageToken: "", pageSize: 50, totalSize: 3 });
  expect(idsOf(page)).toEqual(ids.toReversed());
  expect(page.tasks.some((task: object) => "artifacts" in task)).toBe(false);
  const shown = (await list({ includeArtifacts: true })).tasks.map(
    ({ artifacts }: { artifacts: unknown[] }) => artifacts.length,
  );
  expect(shown).toEqual([0, 0, 1]);
  expect((await list({ historyLength: 0 })).tasks[0]).not.toHaveProperty("history");
  await server.send("task:done", { taskId: ids[1] ?? "" });
  expect(idsOf(await list({}))[0]).toBe(ids[1]);
});

it("filters by context, state and time, alone and together", async () => {
  const a = await create("task:done", "a");
  const b = await create("task:input:q", "b");
  const c = await create("task:done", "a");
  expect(idsOf(await list({ contextId: "a" }))).toEqual([c, a]);
  expect(idsOf(await list({ status: "TASK_STATE_INPUT_REQUIRED" }))).toEqual([b]);
  expect(idsOf(await list({ contextId: "b", status: "TASK_STATE_COMPLETED" }))).toEqual([]);
  expect(await list({ contextId: "none" })).toEqual({ tasks: [], nextPageToken: "", pageSize: 50, totalSize: 0 });
  const { timestamp } = (await server.call("GetTask", { id: b })).body.result.status;
  expect(idsOf(await list({ statusTimestampAfter: timestamp }))).toContain(b);
  const later = new Date(Date.parse(timestamp) + 60_000).toISOString();
  expect(await list({ statusTimestampAfter: later })).toMatchObject({ tasks: [], totalSize: 0 });
});

it.each(["TASK_STATE_UNSPECIFIED", 0, null])("takes the state %j for none (A2A §5.7)", async (status) => {
  const id = await create("task:done", "c");
  expect(await list({ status })).toMatchObject({ tasks: [{ id }], totalSize: 1 });
});

it("a walk shows each task that does not change exactly once", async () => {
  const ids = await Promise.all(Array.from({ length: 7 }, () => create("task:input:q", "c")));
  const moving = ids[0] ?? "";
  const seen: string[] = [];
  let pageToken = "";
  do {
    const page = await list({ contextId: "c", pageSize: 2, ...(pageToken && { pageToken }) });
    seen.push(...idsOf(page));
    pageToken = page.nextPageToken;
    await server.send("task:input:again", { taskId: moving });
    await create("task:done", "c");
  } while (pageToken !== "");
  const still = ids.filter((id) => id !== moving);
  expect(seen.filter((id) => still.includes(id)).toSorted()).toEqual(still.toSorted());
});

it.each([
  ["pageToken", "@@bad@@"],
  ["pageSize", 101],
  ["status", "TASK_STATE_RUNNING"],
  ["historyLength", -1],
  ["statusTimestampAfter", "yesterday"],
])("refuses %s %j", async (field, value) => {
  const error = await list({ [field]: value });
  expect(error).toMatchObject({ code: -32602, data: [{ reason: "INVALID_PARAMS" }, { fieldViolations: [{ field }] }] });
});
