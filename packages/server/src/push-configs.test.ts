import { afterEach, expect, it } from "vitest";
import { createPushSender } from "./adapters/node.ts";
import { createMemoryTaskStore } from "./stores/memory/memory.ts";
import { messageOf, startServer, type TestServer } from "./testing/harness.ts";
import { scripted } from "./testing/scripted-steps.ts";

let server: TestServer;
const start = async (): Promise<string> => {
  server = await startServer("fetch", {
    agent: scripted,
    push: createPushSender({ resolve: async () => [] }),
    store: createMemoryTaskStore({ pushConfigs: 2 }),
  });
  return (await server.send("task:input:q")).task.id;
};
afterEach(() => server.close());

/** The result of a method on push configs, or its error. */
// biome-ignore lint/suspicious/noExplicitAny: answers are read as they come
const call = async (verb: string, params: object): Promise<any> => {
  const { body } = await server.call(`${verb}TaskPushNotificationConfig${verb === "List" ? "s" : ""}`, params);
  return body.result ?? body.error;
};
const url = "https://example.com/hook";

it("creates with an id, gets, lists and deletes, each as often as asked (A2A §3.1.7–3.1.10)", async () => {
  const taskId = await start();
  const created = await call("Create", { taskId, url });
  expect(created).toEqual({ taskId, url, id: expect.any(String) });
  const { id } = created;
  expect(await call("Get", { taskId, id })).toEqual(created);
  expect(await call("Create", { taskId, url, id: "second" })).toMatchObject({ id: "second" });
  expect(await call("Create", { taskId, url, id: "third" })).toMatchObject({
    data: [{ reason: "RESOURCE_EXHAUSTED" }],
  });
  const first = await call("List", { taskId, pageSize: 1 });
  expect(first.configs).toEqual([created]);
  const second = await call("List", { taskId, pageToken: first.nextPageToken });
  expect(second).toEqual({ configs: [{ taskId, url, id: "second" }] });
  for (let count = 0; count < 2; count += 1) expect(await call("Delete", { taskId, id })).toEqual({});
  expect(await call("Get", { taskId, id })).toMatchObject({ code: -32001 });
  expect(await call("List", { taskId, pageToken: "x" })).toMatchObject({ code: -32602 });
});

it("says what there are too many of: configs, not messages", async () => {
  const taskId = await start();
  for (const id of ["a", "b"]) await call("Create", { taskId, url, id });
  const configuration = { taskPushNotificationConfig: { url, id: "c" } };
  const { body } = await server.call("SendMessage", { ...messageOf("input:q", { taskId }), configuration });
  expect(body.error).toMatchObject({
    message: "Too many push notification configs for this task",
    data: [{ reason: "RESOURCE_EXHAUSTED" }],
  });
  const again = { taskPushNotificationConfig: { url, id: "b" } };
  const { result } = (await server.call("SendMessage", { ...messageOf("input:q", { taskId }), configuration: again }))
    .body;
  expect(result).toHaveProperty("task");
});

it("asks for the task before it looks at the URL", async () => {
  const taskId = await start();
  for (const verb of ["Create", "Get", "List", "Delete"]) {
    expect(await call(verb, { taskId: "no-such", id: "x", url: "not a url" })).toMatchObject({ code: -32001 });
  }
  for (const bad of ["", "not a url", "ftp://example.com/", "javascript:alert(1)"]) {
    expect(await call("Create", { taskId, url: bad })).toMatchObject({
      code: -32602,
      data: [{}, { fieldViolations: [{ field: "url" }] }],
    });
    const configuration = { taskPushNotificationConfig: { url: bad } };
    const { body } = await server.call("SendMessage", { ...messageOf("task:done"), configuration });
    expect(body.error.data[1].fieldViolations[0].field).toBe("configuration.taskPushNotificationConfig.url");
  }
});
