import assert from "node:assert/strict";
import type { Check } from "../check.ts";
import { openScript } from "../frames.ts";
import { call, getTask, refused, result, sendTask } from "../peer.ts";
import { artifactIds, eventually, taskOf, texts, words } from "../tasks.ts";

const now = { configuration: { returnImmediately: true } };

export const cancelChecks: readonly Check[] = [
  {
    title: "canceling reaches the agent and answers with the canceled Task",
    cites: ["cancel-task", "cancel-reaches-agent"],
    needs: ["SendMessage", "CancelTask", "GetTask"],
    async run({ peer, gates }) {
      const { id } = await sendTask(peer, "task:work;art:a:1;gate:g;art:b:2;done", now);
      await gates.reached("g");
      const task = await result(peer, "CancelTask", { id });
      assert.equal(task.id, id);
      assert.equal(task.status.state, "TASK_STATE_CANCELED");
      assert.deepEqual(artifactIds(await getTask(peer, id)), ["a"], "nothing comes after the end");
    },
  },
  {
    title: "a canceled task ends its streams and the wait of its sender",
    cites: ["cancel-task", "stream-closes-terminal", "send-blocks"],
    needs: ["SendStreamingMessage", "CancelTask"],
    async run({ peer, gates }) {
      const frames = await openScript(peer, "task:work;gate:g;done");
      const { id } = taskOf(await frames.next());
      await gates.reached("g");
      await result(peer, "CancelTask", { id });
      assert.deepEqual(words(await frames.rest()), ["WORKING", "CANCELED"]);
    },
  },
  {
    title: "a finished task cannot be canceled",
    cites: ["cancel-terminal", "error-codes"],
    needs: ["SendMessage", "CancelTask", "GetTask"],
    async run({ peer }) {
      for (const end of ["done", "fail:no", "reject:no"]) {
        const before = await sendTask(peer, `task:work;${end}`);
        await refused("TaskNotCancelable", call(peer, "CancelTask", { id: before.id }));
        assert.deepEqual(await getTask(peer, before.id), before);
      }
    },
  },
  {
    title: "canceling again changes nothing",
    cites: ["cancel-idempotent", "cancel-terminal"],
    needs: ["SendMessage", "CancelTask", "GetTask"],
    async run({ peer }) {
      const { id } = await sendTask(peer, "task:input:q");
      const canceled = await result(peer, "CancelTask", { id });
      await refused("TaskNotCancelable", call(peer, "CancelTask", { id }));
      assert.deepEqual((await getTask(peer, id)).status, canceled.status);
    },
  },
  {
    title: "two who cancel at once leave one canceled task; who comes too late is told so",
    cites: ["cancel-idempotent"],
    needs: ["SendMessage", "CancelTask", "GetTask"],
    async run({ peer, gates }) {
      const { id } = await sendTask(peer, "task:work;deaf:g;hang;deaf:h;canceled", now);
      await gates.reached("g");
      gates.open("g");
      const both = [call(peer, "CancelTask", { id }), call(peer, "CancelTask", { id })];
      // By then one of the two has come to the agent.
      await gates.reached("h");
      gates.open("h");
      const errors = (await Promise.all(both)).map(({ envelope }) => envelope.error?.code);
      assert.ok(errors.includes(undefined), "one of them canceled it");
      assert.ok(
        errors.every((code) => code === undefined || code === -32002),
        JSON.stringify(errors),
      );
      assert.equal((await getTask(peer, id)).status.state, "TASK_STATE_CANCELED");
    },
  },
  {
    title: "a task that waits for input is canceled at once",
    cites: ["cancel-parked"],
    needs: ["SendMessage", "CancelTask"],
    async run({ peer }) {
      for (const wait of ["input:q", "auth:sign in"]) {
        const { id } = await sendTask(peer, `task:work;${wait}`);
        assert.equal((await result(peer, "CancelTask", { id })).status.state, "TASK_STATE_CANCELED");
      }
    },
  },
  {
    title: "an agent that is deaf to it is fenced out after the grace",
    cites: ["cancel-ignored", "run-fenced"],
    needs: ["SendMessage", "CancelTask", "GetTask"],
    settings: { timing: { cancelGrace: 20 } },
    async run({ peer, gates }) {
      const { id } = await sendTask(peer, "task:work;deaf:g;art:late:x;deaf:h;done", now);
      await gates.reached("g");
      assert.equal((await result(peer, "CancelTask", { id })).status.state, "TASK_STATE_CANCELED");
      gates.open("g");
      await gates.reached("h");
      const task = await getTask(peer, id);
      assert.equal(task.status.state, "TASK_STATE_CANCELED");
      assert.deepEqual(artifactIds(task), []);
      gates.open("h");
    },
  },
  {
    title: "a task that ends otherwise within the grace is not cancelable",
    cites: ["cancel-too-late"],
    needs: ["SendMessage", "CancelTask", "GetTask"],
    async run({ peer, gates }) {
      const { id } = await sendTask(peer, "task:work;deaf:g;done:made it", now);
      await gates.reached("g");
      const answer = call(peer, "CancelTask", { id });
      await getTask(peer, id);
      gates.open("g");
      await refused("TaskNotCancelable", answer);
      const task = await eventually(peer, id, "TASK_STATE_COMPLETED");
      assert.deepEqual(texts(task.status.message?.parts), ["made it"]);
    },
  },
];
