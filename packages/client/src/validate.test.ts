import type { A2AError } from "@a2akit/protocol";
import { expect, test } from "vitest";
import { connect } from "./connect.ts";
import { fakeFetch, frames, type Recorded, succeed, testCard, toArray } from "./fixtures.test-helper.ts";
import { validate } from "./validate.ts";

const task = { id: "t", contextId: "c", status: { state: "TASK_STATE_WORKING" } };
const odd = { id: "t", status: { state: "TASK_STATE_PAUSED" } };

function clientOf(respond: (request: Recorded) => unknown, onInvalid?: (error: A2AError) => void) {
  const { fetch, requests } = fakeFetch(respond);
  const client = connect({ card: testCard(), shape: "interfaces" }, { fetch, interceptors: [validate({ onInvalid })] });
  return { client, requests };
}

test("what is valid passes", async () => {
  expect(await clientOf(succeed(task)).client.getTask({ id: "t" })).toEqual(task);
});

test("params that are invalid are not sent", async () => {
  const { client, requests } = clientOf(succeed({ task }));
  await expect(client.send([])).rejects.toMatchObject({
    name: "InvalidParamsError",
    violations: [{ field: "message.parts" }],
  });
  // @ts-expect-error an id is a string
  await expect(client.getTask({ id: 7 })).rejects.toMatchObject({ violations: [{ field: "id" }] });
  expect(requests).toEqual([]);
});

test("a state that nobody knows comes through without it, and is found with it", async () => {
  const { fetch } = fakeFetch(succeed(odd));
  expect(await connect({ card: testCard(), shape: "interfaces" }, { fetch }).getTask({ id: "t" })).toEqual(odd);
  await expect(clientOf(succeed(odd)).client.getTask({ id: "t" })).rejects.toMatchObject({
    name: "InvalidAgentResponseError",
    message: expect.stringMatching(/^Invalid result of GetTask: status\.state /),
  });
});

test("so is an event of a stream, after those before it", async () => {
  const { client } = clientOf((request) => frames(request, { task }, { task: odd }));
  const seen: unknown[] = [];
  const reading = (async () => {
    for await (const event of client.subscribeToTask({ id: "t" })) seen.push(event);
  })();
  await expect(reading).rejects.toMatchObject({ name: "InvalidAgentResponseError" });
  expect(seen).toEqual([{ task }]);
});

test("one who only wants to know is told, and gets it all", async () => {
  const told: string[] = [];
  const { client } = clientOf(
    (request) => frames(request, { task: odd }, { task: { ...task, status: { state: "TASK_STATE_COMPLETED" } } }),
    ({ name }) => told.push(name),
  );
  expect(await toArray(client.subscribeToTask({ id: "t" }))).toHaveLength(2);
  expect(told).toEqual(["InvalidAgentResponseError"]);
});

const other = { ...task, id: "u" };
const stranger = {
  name: "InvalidAgentResponseError",
  message: expect.stringMatching(/^The answer to \w+ is about the task "u", not "t"$/),
};

test("an answer about another task is found", async () => {
  const { client } = clientOf(succeed(other));
  await expect(client.getTask({ id: "t" })).rejects.toMatchObject(stranger);
  await expect(client.cancelTask({ id: "t" })).rejects.toMatchObject(stranger);
  const { client: sender } = clientOf(succeed({ task: other }));
  await expect(sender.send("go on", { taskId: "t" })).rejects.toMatchObject(stranger);
  expect(await sender.send("begin")).toEqual({ task: other });
});

test("so is an event about another task than the first, or than the one that was asked for", async () => {
  const status = { taskId: "u", contextId: "c", status: { state: "TASK_STATE_COMPLETED" } };
  const { client } = clientOf((request) => frames(request, { task }, { statusUpdate: status }));
  await expect(toArray(client.stream("begin"))).rejects.toMatchObject(stranger);
  const { client: subscriber } = clientOf((request) => frames(request, { task: other }));
  await expect(toArray(subscriber.subscribeToTask({ id: "t" }))).rejects.toMatchObject(stranger);
});

test("ids of other kinds are none of a task", async () => {
  const config = { id: "c", taskId: "t", url: "https://me.example/webhook" };
  const { client } = clientOf(succeed(config));
  expect(await client.getTaskPushNotificationConfig({ taskId: "t", id: "c" })).toEqual(config);
});
