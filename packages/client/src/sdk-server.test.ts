import { AgentCard, Artifact, Task, TaskArtifactUpdateEvent, TaskState, TaskStatusUpdateEvent } from "@a2a-js/sdk";
import {
  AgentEvent,
  type AgentExecutor,
  DefaultRequestHandler,
  InMemoryPushNotificationStore,
  InMemoryTaskStore,
  JsonRpcTransportHandler,
  ServerCallContext,
} from "@a2a-js/sdk/server";
import { expect, test } from "vitest";
import type { Auth } from "./auth/authorize.ts";
import { bearer } from "./auth/bearer.ts";
import { collectText } from "./collect-text.ts";
import { connect } from "./connect.ts";
import { testCard, toArray } from "./fixtures.test-helper.ts";
import { collectStream } from "./stream/fold-event.ts";
import type { Resumption } from "./stream/follow-events.ts";
import type { Fetch } from "./transport/fetch.ts";
import { waitForTask } from "./wait-for-task.ts";

/*
 * The client against the server of the official SDK, which has no event log.
 */

const status = (state: TaskState) => ({ state, message: undefined, timestamp: new Date().toISOString() });

/** Goes on to the end, or until it is canceled when the message says "hold". */
const executor: AgentExecutor = {
  async execute({ userMessage, taskId, contextId }, bus) {
    const content = userMessage.parts[0]?.content;
    const text = content?.$case === "text" ? content.value : "";
    bus.publish(AgentEvent.task(Task.fromJSON({ id: taskId, contextId, status: { state: "TASK_STATE_SUBMITTED" } })));
    bus.publish(
      AgentEvent.statusUpdate(
        TaskStatusUpdateEvent.fromJSON({ taskId, contextId, status: { state: "TASK_STATE_WORKING" } }),
      ),
    );
    if (text === "hold") return;
    for (const [index, word] of ["one ", "two"].entries()) {
      const artifact = Artifact.fromJSON({ artifactId: "a", parts: [{ text: word }] });
      bus.publish(
        AgentEvent.artifactUpdate(
          TaskArtifactUpdateEvent.fromJSON({
            taskId,
            contextId,
            artifact: Artifact.toJSON(artifact),
            append: index > 0,
          }),
        ),
      );
    }
    bus.publish(
      AgentEvent.statusUpdate({
        taskId,
        contextId,
        status: status(TaskState.TASK_STATE_COMPLETED),
        metadata: undefined,
      }),
    );
    bus.finished();
  },
  async cancelTask(taskId, bus) {
    bus.publish(
      AgentEvent.statusUpdate({
        taskId,
        contextId: "",
        status: status(TaskState.TASK_STATE_CANCELED),
        metadata: undefined,
      }),
    );
    bus.finished();
  },
};

const card = testCard();
const extendedCard = testCard({
  description: "For those who are known",
  skills: [{ id: "more", name: "More", description: "Not on the public card", tags: ["extended"] }],
});

/** The SDK's server, with an extended card or without. */
function createTransport(extended?: AgentCard): JsonRpcTransportHandler {
  const handler = new DefaultRequestHandler(
    AgentCard.fromJSON(card),
    new InMemoryTaskStore(),
    executor,
    undefined,
    new InMemoryPushNotificationStore(),
    undefined,
    extended,
  );
  return new JsonRpcTransportHandler(handler);
}

const transport = createTransport(AgentCard.fromJSON(extendedCard));

/** The SDK's server behind `fetch`, as its express handler has it; its first stream may be cut after so many events. */
function serverFetch(cutAfter = Number.POSITIVE_INFINITY, server = transport): Fetch {
  let streams = 0;
  return async (request) => {
    const body = await request.text();
    const user = { isAuthenticated: request.headers.get("authorization") === "Bearer known", userName: "someone" };
    const answer = await server.handle(body, new ServerCallContext({ requestedVersion: "1.0", user }));
    if (!(Symbol.asyncIterator in answer)) return Response.json(answer);
    streams += 1;
    const limit = streams === 1 ? cutAfter : Number.POSITIVE_INFINITY;
    // What is wrong with the call comes before the stream, in JSON.
    const first = await answer.next().catch((error: unknown) => ({ error }));
    if ("error" in first) {
      const { id }: { id: number } = JSON.parse(body);
      return Response.json({ jsonrpc: "2.0", id, error: JsonRpcTransportHandler.mapToJSONRPCError(first.error) });
    }
    async function* frames(opening: IteratorResult<unknown>, events: AsyncIterator<unknown>) {
      let step = opening;
      for (let sent = 0; !step.done; sent += 1) {
        if (sent === limit) {
          // As express has it: the SDK's task goes on only as long as somebody takes its events.
          while (!(await events.next()).done);
          throw new Error("reset");
        }
        yield new TextEncoder().encode(`data: ${JSON.stringify(step.value)}\n\n`);
        step = await events.next();
      }
    }
    return new Response(ReadableStream.from(frames(first, answer)), {
      headers: { "content-type": "text/event-stream" },
    });
  };
}

const clientOf = (fetch: Fetch, auth?: Auth) =>
  connect({ card, shape: "interfaces" }, { fetch, auth, resume: { delay: 0 } });
const client = clientOf(serverFetch());

test("messages, blocking and streaming", async () => {
  const { task } = await client.send("hi");
  expect(task?.status.state).toBe("TASK_STATE_COMPLETED");
  expect(collectText(task)).toBe("one two");
  expect(await collectStream(client.stream("hi"))).toMatchObject({
    task: { status: { state: "TASK_STATE_COMPLETED" }, artifacts: [{ parts: [{ text: "one " }, { text: "two" }] }] },
  });
});

test("tasks: get, list, cancel, wait", async () => {
  const { task } = await client.send("hold", { configuration: { returnImmediately: true } });
  const id = task?.id ?? "";
  expect((await client.getTask({ id, historyLength: 0 })).id).toBe(id);
  expect((await client.listTasks({ pageSize: 1 })).tasks).toHaveLength(1);
  const waiting = waitForTask(client, id);
  expect((await client.cancelTask({ id })).status.state).toBe("TASK_STATE_CANCELED");
  expect((await waiting).status.state).toBe("TASK_STATE_CANCELED");
  await expect(client.getTask({ id: "nope" })).rejects.toMatchObject({ name: "TaskNotFoundError", code: -32001 });
  await expect(toArray(client.subscribeToTask({ id }))).rejects.toMatchObject({ name: "UnsupportedOperationError" });
});

test("configs of push notifications", async () => {
  const { task } = await client.send("hi");
  const taskId = task?.id ?? "";
  const config = { taskId, id: "c", url: "https://me.example/webhook", token: "t" };
  expect(await client.createTaskPushNotificationConfig(config)).toMatchObject(config);
  expect(await client.getTaskPushNotificationConfig({ taskId, id: "c" })).toMatchObject(config);
  expect((await client.listTaskPushNotificationConfigs({ taskId })).configs).toMatchObject([config]);
  expect(await client.deleteTaskPushNotificationConfig({ taskId, id: "c" })).toEqual({});
});

test("the extended card for those who are known, the public one for others, and that there is none", async () => {
  const known = clientOf(serverFetch(), bearer("known"));
  expect(await known.getExtendedAgentCard({})).toMatchObject(extendedCard);
  expect(await client.getExtendedAgentCard({})).toMatchObject(card);
  const without = clientOf(serverFetch(undefined, createTransport()));
  await expect(without.getExtendedAgentCard({})).rejects.toMatchObject({
    name: "ExtendedAgentCardNotConfiguredError",
    code: -32007,
  });
});

test.each([1, 2, 3, 4])(
  "a stream that is cut after %i events ends with the whole task, and says so",
  async (events) => {
    const notices: Resumption[] = [];
    const { task } = await collectStream(
      clientOf(serverFetch(events)).stream("hi", { onResume: (notice) => notices.push(notice) }),
    );
    expect(task?.status.state).toBe("TASK_STATE_COMPLETED");
    expect(collectText(task)).toBe("one two");
    expect(notices).toMatchObject([{ gap: true, taskId: task?.id }]);
  },
);
