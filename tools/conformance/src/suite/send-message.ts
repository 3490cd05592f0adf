import assert from "node:assert/strict";
import type { Check } from "../check.ts";
import { call, getTask, refused, script, send, sendTask } from "../peer.ts";
import { artifactIds, eventually, texts } from "../tasks.ts";

const now = { configuration: { returnImmediately: true } };

export const sendMessageChecks: readonly Check[] = [
  {
    title: "a direct answer is one Message of the agent, in a context, without a task",
    cites: ["send-one-of", "agent-message-ids", "context-minted", "required-out"],
    needs: ["SendMessage"],
    async run({ peer }) {
      const { task, message } = await send(peer, "message:pong");
      assert.equal(task, undefined);
      assert.equal(message?.role, "ROLE_AGENT");
      assert.deepEqual(texts(message.parts), ["pong"]);
      assert.ok(message.messageId);
      assert.ok(message.contextId);
      assert.equal(message.taskId, undefined);
    },
  },
  {
    title: "a task is answered when it is done, with all that it made",
    cites: ["send-blocks", "send-all-artifacts", "send-one-of", "required-out"],
    needs: ["SendMessage"],
    async run({ peer, gates }) {
      let answered = false;
      const answer = send(peer, "task:work;art:a:x;gate:middle;art:b:y;done").finally(() => {
        answered = true;
      });
      await gates.reached("middle");
      await send(peer, "message:ping");
      assert.equal(answered, false, "answered while the agent was at work");
      gates.open("middle");
      const { task, message } = await answer;
      assert.equal(message, undefined);
      assert.equal(task?.status.state, "TASK_STATE_COMPLETED");
      assert.deepEqual(artifactIds(task), ["a", "b"]);
    },
  },
  {
    title: "INPUT_REQUIRED is answered at once and says what is missing",
    cites: ["send-interrupted"],
    needs: ["SendMessage"],
    async run({ peer }) {
      const { status } = await sendTask(peer, "task:work;input:which one?");
      assert.equal(status.state, "TASK_STATE_INPUT_REQUIRED");
      assert.deepEqual(texts(status.message?.parts), ["which one?"]);
    },
  },
  {
    title: "AUTH_REQUIRED is answered although the agent goes on, and the task still comes to its end",
    cites: ["send-interrupted", "auth-required-task", "get-task"],
    needs: ["SendMessage", "GetTask"],
    async run({ peer, gates }) {
      const task = await sendTask(peer, "task:work;auth:sign in;gate:credential;work;done");
      assert.equal(task.status.state, "TASK_STATE_AUTH_REQUIRED");
      assert.deepEqual(texts(task.status.message?.parts), ["sign in"]);
      assert.equal((await getTask(peer, task.id)).status.state, "TASK_STATE_AUTH_REQUIRED");
      gates.open("credential");
      await eventually(peer, task.id, "TASK_STATE_COMPLETED");
    },
  },
  {
    title: "returnImmediately is answered while the agent works",
    cites: ["send-immediately", "run-outlives-caller"],
    needs: ["SendMessage", "GetTask"],
    async run({ peer, gates }) {
      const task = await sendTask(peer, "task:work;gate:later;done", now);
      assert.match(task.status.state, /^TASK_STATE_(SUBMITTED|WORKING)$/);
      gates.open("later");
      await eventually(peer, task.id, "TASK_STATE_COMPLETED");
    },
  },
  {
    title: "returnImmediately leaves a direct Message as it is",
    cites: ["send-immediately-message"],
    needs: ["SendMessage"],
    async run({ peer }) {
      assert.deepEqual(texts((await send(peer, "message:pong", now)).message?.parts), ["pong"]);
    },
  },
  {
    title: "the answer to returnImmediately does not change later",
    cites: ["send-immediately", "get-task"],
    needs: ["SendMessage", "GetTask"],
    async run({ peer }) {
      const task = await sendTask(peer, "task:fail:bad", now);
      const failed = await eventually(peer, task.id, "TASK_STATE_FAILED");
      assert.deepEqual(texts(failed.status.message?.parts), ["bad"]);
    },
  },
  {
    title: "a finished task takes no more messages",
    cites: ["send-terminal"],
    needs: ["SendMessage", "GetTask"],
    async run({ peer }) {
      for (const end of ["done", "fail", "reject"]) {
        const before = await sendTask(peer, `task:${end}`);
        await refused("UnsupportedOperation", call(peer, "SendMessage", script("task:done", { taskId: before.id })));
        assert.deepEqual(await getTask(peer, before.id), before, "the task is as it was");
      }
    },
  },
  {
    title: "a message to an unknown task is not found, with an ErrorInfo",
    cites: ["send-unknown-task", "error-info", "error-details"],
    needs: ["SendMessage"],
    async run({ peer }) {
      const answer = call(peer, "SendMessage", script("message:x", { taskId: "no-such" }));
      const { envelope } = await refused("TaskNotFound", answer);
      assert.equal(envelope.error?.data?.[0]?.reason, "TASK_NOT_FOUND");
    },
  },
  {
    title: "a message to an unknown task opens none",
    cites: ["send-unknown-task", "task-id-minted"],
    needs: ["SendMessage", "ListTasks", "GetTask"],
    async run({ peer }) {
      await refused("TaskNotFound", call(peer, "SendMessage", script("task:done", { taskId: "chosen-by-client" })));
      await refused("TaskNotFound", call(peer, "GetTask", { id: "chosen-by-client" }));
      const { envelope } = await call(peer, "ListTasks", {});
      assert.equal((envelope.result as { tasks: unknown[] }).tasks.length, 0);
    },
  },
  {
    title: "each task has an id of its own",
    cites: ["task-id-minted"],
    needs: ["SendMessage"],
    async run({ peer }) {
      const ids = await Promise.all(Array.from({ length: 20 }, async () => (await sendTask(peer, "task:done")).id));
      assert.equal(new Set(ids).size, ids.length);
      assert.ok(ids.every((id) => id !== ""));
    },
  },
  {
    title: "a media type that the agent does not take is refused, whatever carries it",
    cites: ["send-media-type"],
    needs: ["SendMessage"],
    async run({ peer }) {
      const mediaType = "application/x-unsupported-type";
      for (const part of [{ raw: "AAAA" }, { url: "https://files.example/f" }, { text: "x" }, { data: 1 }]) {
        const more = [{ ...part, mediaType }];
        await refused("ContentTypeNotSupported", call(peer, "SendMessage", script("message:x", { more })));
      }
    },
  },
  {
    title: "media types that the agent takes pass, with parameters and in any case; parts that name none pass",
    cites: ["send-media-type"],
    needs: ["SendMessage"],
    async run({ peer }) {
      const more = [
        { text: "x", mediaType: "TEXT/Plain; charset=utf-8" },
        { data: { a: 1 }, mediaType: "application/json" },
        { text: "x" },
        { data: [1] },
        { url: "https://files.example/f" },
      ];
      assert.deepEqual(texts((await send(peer, "message:ok", { more })).message?.parts), ["ok"]);
    },
  },
];
