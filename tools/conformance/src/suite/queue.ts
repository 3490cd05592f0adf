import assert from "node:assert/strict";
import type { Check } from "../check.ts";
import { openScript, subscribe } from "../frames.ts";
import { call, getTask, type Peer, refused, result, script, send, sendTask } from "../peer.ts";
import { artifactIds, eventually, seen, stateOf, taskOf, texts, words } from "../tasks.ts";

const now = { configuration: { returnImmediately: true } };
const queued = (peer: Peer, id: string, messages: number) =>
  seen(
    () => getTask(peer, id),
    ({ history = [] }) => history.filter(({ role }) => role === "ROLE_USER").length >= messages,
  );

/** Direct Messages within a task, and what becomes of messages that wait. */
export const queueChecks: readonly Check[] = [
  {
    title: "a direct Message to a task that waits for input names the task and stays in its history",
    cites: ["agent-message-ids", "turns-in-order", "send-one-of"],
    needs: ["SendMessage", "GetTask"],
    async run({ peer }) {
      const { id, contextId } = await sendTask(peer, "task:input:q");
      const { message, task } = await send(peer, "message:by the way", { taskId: id });
      assert.equal(task, undefined);
      assert.deepEqual([message?.taskId, message?.contextId, texts(message?.parts)], [id, contextId, ["by the way"]]);
      const { history = [], status } = await getTask(peer, id);
      assert.deepEqual(history.map(({ messageId }) => messageId).at(-1), message?.messageId);
      assert.equal(status.state, "TASK_STATE_INPUT_REQUIRED", "the state of the task does not change by it");
      assert.equal((await sendTask(peer, "task:done", { taskId: id })).status.state, "TASK_STATE_COMPLETED");
    },
  },
  {
    title: "a streaming message within a task that is answered directly is one Message frame",
    cites: ["stream-message-only", "agent-message-ids"],
    needs: ["SendMessage", "SendStreamingMessage"],
    async run({ peer }) {
      const { id } = await sendTask(peer, "task:input:q");
      const frames = await (await openScript(peer, "message:x", { taskId: id })).rest();
      assert.deepEqual(words(frames), ["message"]);
      assert.equal(frames[0]?.event.message?.taskId, id);
    },
  },
  {
    title: "a queued streaming message may still be answered directly",
    cites: ["run-queued", "stream-message-only"],
    needs: ["SendMessage", "SendStreamingMessage", "GetTask"],
    async run({ peer, gates }) {
      const { id } = await sendTask(peer, "task:work;gate:g;input:q", now);
      await gates.reached("g");
      const second = openScript(peer, "message:x", { taskId: id });
      await queued(peer, id, 2);
      gates.open("g");
      assert.deepEqual(words(await (await second).rest()), ["message"]);
    },
  },
  {
    title: "a queued streaming message to a task that then ends is refused in plain JSON",
    cites: ["run-queued-terminal", "stream-early-error"],
    needs: ["SendMessage", "SendStreamingMessage", "GetTask"],
    async run({ peer, gates }) {
      const { id } = await sendTask(peer, "task:work;gate:g;done", now);
      await gates.reached("g");
      const second = call(peer, "SendStreamingMessage", script("task:done", { taskId: id }));
      await queued(peer, id, 2);
      gates.open("g");
      await refused("UnsupportedOperation", second);
    },
  },
  {
    title: "canceling a task at work refuses the messages that wait for it",
    cites: ["run-queued-terminal", "cancel-reaches-agent"],
    needs: ["SendMessage", "CancelTask", "GetTask"],
    async run({ peer, gates }) {
      const { id } = await sendTask(peer, "task:work;gate:g;done", now);
      await gates.reached("g");
      const waiting = call(peer, "SendMessage", script("task:art:late:x;done", { taskId: id }));
      await queued(peer, id, 2);
      assert.equal((await result(peer, "CancelTask", { id })).status.state, "TASK_STATE_CANCELED");
      await refused("UnsupportedOperation", waiting);
      assert.deepEqual(artifactIds(await getTask(peer, id)), []);
    },
  },
  {
    title: "canceling a task that waits for a sign-in reaches the agent that goes on",
    cites: ["cancel-reaches-agent", "auth-required-task"],
    needs: ["SendMessage", "CancelTask", "GetTask"],
    async run({ peer, gates }) {
      const { id } = await sendTask(peer, "task:auth:sign in;gate:g;art:late:x;done");
      await gates.reached("g");
      assert.equal((await result(peer, "CancelTask", { id })).status.state, "TASK_STATE_CANCELED");
      assert.deepEqual(artifactIds(await getTask(peer, id)), []);
    },
  },
  {
    title: "a message to a task whose agent goes on after a sign-in waits for it",
    cites: ["run-queued", "auth-required-task"],
    needs: ["SendMessage", "GetTask"],
    async run({ peer, gates }) {
      const { id } = await sendTask(peer, "task:auth:sign in;gate:g;art:a:1;input:q");
      await gates.reached("g");
      const second = sendTask(peer, "task:art:b:2;done", { taskId: id });
      await queued(peer, id, 2);
      gates.open("g");
      assert.deepEqual(artifactIds(await second), ["a", "b"]);
    },
  },
  {
    title: "a message in the queue disturbs no stream of the run before it",
    cites: ["run-queued", "stream-independent", "stream-order"],
    needs: ["SendStreamingMessage", "SubscribeToTask", "SendMessage", "GetTask"],
    async run({ peer, gates }) {
      const first = await openScript(peer, "task:work;gate:g;art:a:1;input:q");
      const { id } = taskOf(await first.next());
      await first.until((event) => stateOf(event) === "TASK_STATE_WORKING");
      const follower = await subscribe(peer, id);
      taskOf(await follower.next());
      await sendTask(peer, "task:work;art:b:2;done", { taskId: id, ...now });
      gates.open("g");
      assert.deepEqual(words(await first.rest()), ["art:a", "INPUT_REQUIRED"]);
      assert.deepEqual(words(await follower.rest()).slice(0, 2), ["art:a", "INPUT_REQUIRED"]);
      assert.deepEqual(artifactIds(await eventually(peer, id, "TASK_STATE_COMPLETED")), ["a", "b"]);
    },
  },
];
