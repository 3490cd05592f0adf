import {
  type AgentCard,
  CancelTaskRequest,
  canonicalizeAgentCard,
  DeleteTaskPushNotificationConfigRequest,
  GetTaskPushNotificationConfigRequest,
  GetTaskRequest,
  ListTaskPushNotificationConfigsRequest,
  ListTasksRequest,
  SendMessageRequest,
  type StreamResponse,
  SubscribeToTaskRequest,
  type Task,
  TaskPushNotificationConfig,
  TaskState,
  verifyAgentCardSignature,
} from "@a2a-js/sdk";
import { type Client, ClientFactory, ClientFactoryOptions, JsonRpcTransportFactory } from "@a2a-js/sdk/client";
import { cardPayload } from "@a2akit/protocol/signing";
import { describe, expect, onTestFinished, test } from "vitest";
import { type SendOptions, script } from "./peer.ts";
import { viaNode } from "./transports/node.ts";
import { cardKeys, type Variant } from "./variants.ts";
import { type OpenWorld, openWorld } from "./world.ts";

/** A client of the official SDK that found our server by its card. */
async function connect(variant: Variant = "A"): Promise<{ client: Client; world: OpenWorld }> {
  const world = await openWorld({ transport: viaNode, variant });
  onTestFinished(() => world.close());
  const { client } = await sdkClient(world);
  return { client, world };
}

async function sdkClient({ origin }: OpenWorld, headers: Record<string, string> = {}) {
  const fetchImpl: typeof fetch = (input, init) => {
    const all = new Headers(init?.headers);
    for (const [name, value] of Object.entries(headers)) all.set(name, value);
    return fetch(input, { ...init, headers: all });
  };
  const transports = [new JsonRpcTransportFactory({ fetchImpl })];
  const factory = new ClientFactory(ClientFactoryOptions.createFrom(ClientFactoryOptions.default, { transports }));
  return { client: await factory.createFromUrl(origin) };
}

const message = (text: string, options?: SendOptions) => SendMessageRequest.fromJSON(script(text, options));

async function task(client: Client, text: string, options?: SendOptions): Promise<Task> {
  const answer = await client.sendMessage(message(text, options));
  if (!("status" in answer)) throw new Error("expected a Task");
  return answer;
}

const kinds = async (events: AsyncIterable<StreamResponse>) => {
  const seen: StreamResponse[] = [];
  for await (const event of events) seen.push(event);
  return { seen, kinds: seen.map(({ payload }) => payload?.$case) };
};

describe("the official @a2a-js/sdk client against our server", () => {
  test("SendMessage: a direct Message", async () => {
    const { client } = await connect();
    const answer = await client.sendMessage(message("message:pong"));
    expect(answer).toMatchObject({ parts: [{ content: { $case: "text", value: "pong" } }] });
  });

  test("SendMessage: a Task, in two turns", async () => {
    const { client } = await connect();
    const first = await task(client, "task:work;art:a:one;input:q");
    expect(first.status?.state).toBe(TaskState.TASK_STATE_INPUT_REQUIRED);
    const second = await task(client, "task:art:b:two;done", { taskId: first.id });
    expect(second.status?.state).toBe(TaskState.TASK_STATE_COMPLETED);
    expect(second.artifacts.map(({ artifactId }) => artifactId)).toEqual(["a", "b"]);
  });

  test("SendMessage: every kind of part and free JSON, there and back", async () => {
    const { client } = await connect();
    const data = { a_b: [1, null, { c: "é" }] };
    const more = [{ data }, { raw: "AAEC" }, { url: "https://files.example/f", filename: "f" }];
    const { artifacts } = await task(client, "task:echo;done", { more, metadata: data });
    expect(artifacts[0]?.metadata).toEqual(data);
    expect(artifacts[0]?.parts.map(({ content }) => content)).toEqual([
      { $case: "data", value: data },
      { $case: "raw", value: Buffer.from([0, 1, 2]) },
      { $case: "url", value: "https://files.example/f" },
    ]);
  });

  test("SendStreamingMessage", async () => {
    const { client } = await connect();
    const { seen, kinds: order } = await kinds(client.sendMessageStream(message("task:work:hi;art:a:x;done")));
    expect(order).toEqual(["task", "statusUpdate", "artifactUpdate", "statusUpdate"]);
    expect(seen.at(-1)).toMatchObject({ payload: { value: { status: { state: TaskState.TASK_STATE_COMPLETED } } } });
    expect((await kinds(client.sendMessageStream(message("message:x")))).kinds).toEqual(["message"]);
  });

  test("SubscribeToTask", async () => {
    const { client, world } = await connect();
    const { id } = await task(client, "task:work;gate:g;art:a:x;done", { configuration: { returnImmediately: true } });
    const events = client.resubscribeTask(SubscribeToTaskRequest.fromJSON({ id }));
    expect((await events.next()).value).toMatchObject({ payload: { $case: "task", value: { id } } });
    world.gates.open("g");
    expect((await kinds(events)).kinds.slice(-2)).toEqual(["artifactUpdate", "statusUpdate"]);
  });

  test("GetTask, ListTasks and CancelTask", async () => {
    const { client } = await connect();
    const contextId = crypto.randomUUID();
    const { id } = await task(client, "task:art:a:x;input:q", { contextId });
    expect((await client.getTask(GetTaskRequest.fromJSON({ id, historyLength: 0 }))).history).toEqual([]);
    const page = await client.listTasks(
      ListTasksRequest.fromJSON({ contextId, status: "TASK_STATE_INPUT_REQUIRED", pageSize: 1 }),
    );
    expect(page).toMatchObject({ totalSize: 1, nextPageToken: "", pageSize: 1, tasks: [{ id, artifacts: [] }] });
    const canceled = await client.cancelTask(CancelTaskRequest.fromJSON({ id }));
    expect(canceled.status?.state).toBe(TaskState.TASK_STATE_CANCELED);
  });

  test("errors become the SDK's own classes", async () => {
    const { client } = await connect();
    await expect(client.getTask(GetTaskRequest.fromJSON({ id: "no-such" }))).rejects.toMatchObject({
      name: /TaskNotFound/,
    });
    const { id } = await task(client, "task:done");
    await expect(client.cancelTask(CancelTaskRequest.fromJSON({ id }))).rejects.toMatchObject({
      name: /TaskNotCancelable/,
    });
    await expect(client.sendMessage(message("task:done", { taskId: id }))).rejects.toMatchObject({
      name: /UnsupportedOperation/,
    });
    await expect(kinds(client.resubscribeTask(SubscribeToTaskRequest.fromJSON({ id })))).rejects.toMatchObject({
      name: /UnsupportedOperation/,
    });
    const more = [{ raw: "AAAA", mediaType: "application/x-unsupported-type" }];
    await expect(client.sendMessage(message("message:x", { more }))).rejects.toMatchObject({
      name: /ContentTypeNotSupported/,
    });
  });

  test("an agent without streams: the SDK falls back to SendMessage", async () => {
    const { client } = await connect("B");
    expect((await kinds(client.sendMessageStream(message("task:work;done")))).kinds).toEqual(["task"]);
  });

  test("a required extension", async () => {
    const { client } = await connect("C");
    await expect(client.sendMessage(message("message:x"))).rejects.toMatchObject({ name: /ExtensionSupportRequired/ });
    const serviceParameters = { "A2A-Extensions": "https://example.com/ext/v1" };
    expect(await client.sendMessage(message("message:x"), { serviceParameters })).toHaveProperty("parts");
  });

  test("the four methods of push configurations", async () => {
    const { client } = await connect();
    const { id: taskId } = await task(client, "task:input:q");
    const url = "http://127.0.0.1:9/hook";
    const { id } = await client.createTaskPushNotificationConfig(TaskPushNotificationConfig.fromJSON({ taskId, url }));
    expect(id).not.toBe("");
    const one = { taskId, id };
    expect(
      await client.getTaskPushNotificationConfig(GetTaskPushNotificationConfigRequest.fromJSON(one)),
    ).toMatchObject({ url });
    const list = () =>
      client.listTaskPushNotificationConfig(ListTaskPushNotificationConfigsRequest.fromJSON({ taskId }));
    expect((await list()).configs).toHaveLength(1);
    await client.deleteTaskPushNotificationConfig(DeleteTaskPushNotificationConfigRequest.fromJSON(one));
    expect((await list()).configs).toEqual([]);
  });

  test("what HTTP refuses reaches the caller as an error with our message", async () => {
    const { world } = await connect();
    const { client } = await sdkClient(world, { authorization: "Bearer mallory" });
    await expect(client.sendMessage(message("message:x"))).rejects.toThrow("Authentication is required");
  });

  test("GetExtendedAgentCard: the public card stands in where there is no other", async () => {
    const { client } = await connect();
    expect((await client.getAgentCard()).name).toBe("Scripted agent");
  });

  test("callers with credentials keep to their own tasks", async () => {
    const { world } = await connect();
    const { client: alice } = await sdkClient(world, { authorization: "Bearer alice" });
    const { client: bob } = await sdkClient(world, { authorization: "Bearer bob" });
    const { id } = await task(alice, "task:input:q");
    await expect(bob.getTask(GetTaskRequest.fromJSON({ id }))).rejects.toMatchObject({ name: /TaskNotFound/ });
    expect((await alice.getTask(GetTaskRequest.fromJSON({ id }))).id).toBe(id);
  });
});

describe("signatures of Agent Cards", () => {
  /** As JSON, which is what the SDK canonicalizes; of its own objects it would lose the security schemes. */
  async function served(): Promise<AgentCard> {
    const { world } = await connect("E");
    return JSON.parse(await (await world.peer.fetch("/.well-known/agent-card.json")).text());
  }

  test("ours verifies with the SDK", async () => {
    const verifySignature = verifyAgentCardSignature(async () => cardKeys.publicKey);
    await expect(verifySignature(await served())).resolves.toBeUndefined();
  });

  test("both sign the same text", async () => {
    const card = await served();
    expect(cardPayload(card)).toBe(canonicalizeAgentCard(card));
    expect(cardPayload(card)).toContain("securitySchemes");
  });

  test("but for a required member that is empty, which the SDK leaves out (a2a-js#627): A2A §8.4.1 keeps it", async () => {
    const card = { ...(await served()), description: "" };
    expect(JSON.parse(cardPayload(card))).toHaveProperty("description", "");
    expect(JSON.parse(canonicalizeAgentCard(card))).not.toHaveProperty("description");
  });
});
