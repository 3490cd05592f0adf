import assert from "node:assert/strict";
import type { Check } from "../check.ts";
import { call, getTask, refused, script, send, sendTask } from "../peer.ts";
import { artifactIds, eventually, seen, texts } from "../tasks.ts";

export const multiTurnChecks: readonly Check[] = [
  {
    title: "a second turn without a contextId stays in the task and its context",
    cites: ["context-inferred", "turns-in-order"],
    needs: ["SendMessage", "GetTask"],
    async run({ peer }) {
      const first = await sendTask(peer, "task:art:a1:one;input:name?");
      assert.equal(first.status.state, "TASK_STATE_INPUT_REQUIRED");
      const second = await sendTask(peer, "task:art:a2:two;done", { taskId: first.id });
      assert.equal(second.id, first.id);
      assert.equal(second.contextId, first.contextId);

      const task = await getTask(peer, first.id);
      const history = task.history ?? [];
      assert.deepEqual(
        history.filter(({ role }) => role === "ROLE_USER").flatMap(({ parts }) => texts(parts)),
        ["task:art:a1:one;input:name?", "task:art:a2:two;done"],
      );
      assert.equal(new Set(history.map(({ messageId }) => messageId)).size, history.length, "no message twice");
      assert.ok(history.every(({ taskId }) => taskId === undefined || taskId === first.id));
      assert.deepEqual(artifactIds(task), ["a1", "a2"]);
    },
  },
  {
    title: "a replaced status message moves to the history, between the turns",
    cites: ["history-order", "turns-in-order"],
    needs: ["SendMessage", "GetTask"],
    async run({ peer }) {
      const { id } = await sendTask(peer, "task:work:started;input:q1");
      await sendTask(peer, "task:input:q2", { taskId: id });
      const { history, status } = await getTask(peer, id);
      const said = ["task:work:started;input:q1", "started", "q1", "task:input:q2"];
      assert.deepEqual(
        history?.flatMap(({ parts }) => texts(parts)),
        said,
      );
      assert.deepEqual(texts(status.message?.parts), ["q2"], "the current status message is not in the history");
    },
  },
  {
    title: "a contextId of the client's choosing is kept",
    cites: ["context-kept"],
    needs: ["SendMessage"],
    async run({ peer }) {
      const contextId = `context-${crypto.randomUUID()}`;
      assert.equal((await sendTask(peer, "task:done", { contextId })).contextId, contextId);
      assert.equal((await send(peer, "message:x", { contextId })).message?.contextId, contextId);
    },
  },
  {
    title: "a new task without a context gets a fresh one",
    cites: ["context-minted"],
    needs: ["SendMessage"],
    async run({ peer }) {
      const contexts = [await sendTask(peer, "task:done"), await sendTask(peer, "task:done")].map(
        (task) => task.contextId,
      );
      assert.ok(contexts.every((contextId) => contextId));
      assert.notEqual(contexts[0], contexts[1]);
    },
  },
  {
    title: "a taskId and a contextId that do not belong together are refused, and nothing is added",
    cites: ["context-mismatch", "validate-first"],
    needs: ["SendMessage", "GetTask"],
    async run({ peer }) {
      const before = await sendTask(peer, "task:input:q");
      const stray = script("task:done", { taskId: before.id, contextId: "another-context" });
      await refused("InvalidParams", call(peer, "SendMessage", stray));
      assert.deepEqual(await getTask(peer, before.id), before);
    },
  },
  {
    title: "a message to a task that works waits for its turn, and both turns are kept",
    cites: ["run-queued", "turns-in-order"],
    needs: ["SendMessage", "GetTask"],
    async run({ peer, gates }) {
      const { id } = await sendTask(peer, "task:work;gate:first;art:one:1;input:more?", immediately());
      await gates.reached("first");
      const queued = await sendTask(peer, "task:art:two:2;done", { taskId: id, ...immediately() });
      assert.match(queued.status.state, /^TASK_STATE_(SUBMITTED|WORKING)$/, "the first run is not disturbed");
      gates.open("first");
      const task = await eventually(peer, id, "TASK_STATE_COMPLETED");
      assert.deepEqual(artifactIds(task), ["one", "two"]);
    },
  },
  {
    title: "a blocking message to a task that works is answered by its own run",
    cites: ["run-queued", "send-blocks"],
    needs: ["SendMessage", "GetTask"],
    async run({ peer, gates }) {
      const { id } = await sendTask(peer, "task:work;gate:first;input:more?", immediately());
      await gates.reached("first");
      const second = sendTask(peer, "task:art:two:2;input:and more?", { taskId: id });
      await seen(
        () => getTask(peer, id),
        (task) => (task.history ?? []).length >= 2,
      );
      gates.open("first");
      const task = await second;
      assert.deepEqual(texts(task.status.message?.parts), ["and more?"]);
      assert.deepEqual(artifactIds(task), ["two"]);
    },
  },
  {
    title: "a waiting message to a task that then ends is refused",
    cites: ["run-queued-terminal"],
    needs: ["SendMessage", "GetTask"],
    async run({ peer, gates }) {
      const { id } = await sendTask(peer, "task:work;gate:first;done", immediately());
      await gates.reached("first");
      const second = call(peer, "SendMessage", script("task:input:q", { taskId: id }));
      await seen(
        () => getTask(peer, id),
        (task) => (task.history ?? []).length >= 2,
      );
      gates.open("first");
      await refused("UnsupportedOperation", second);
      assert.equal((await getTask(peer, id)).status.state, "TASK_STATE_COMPLETED");
    },
  },
];

function immediately() {
  return { configuration: { returnImmediately: true } };
}
