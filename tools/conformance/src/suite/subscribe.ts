import assert from "node:assert/strict";
import type { Check } from "../check.ts";
import { openScript, subscribe } from "../frames.ts";
import { call, refused, sendTask } from "../peer.ts";
import { artifactIds, eventually, stateOf, taskOf, words } from "../tasks.ts";

const now = { configuration: { returnImmediately: true } };

/** Case C08: leaving and coming back. */
export const subscribeChecks: readonly Check[] = [
  {
    title: "coming back after a lost connection: the Task so far, then only what is new",
    cites: ["subscribe-task-first", "subscribe-ends", "run-outlives-caller", "stream-independent"],
    needs: ["SendStreamingMessage", "SubscribeToTask", "GetTask"],
    async run({ peer, gates }) {
      const lost = await openScript(peer, "task:work;art:a:1;gate:g;art:b:2;done");
      const seen = await lost.until((event) => event.artifactUpdate !== undefined);
      lost.close();
      const { id } = taskOf(seen[0]);
      const back = await subscribe(peer, id);
      assert.deepEqual(artifactIds(taskOf(await back.next())), ["a"]);
      gates.open("g");
      assert.deepEqual(words(await back.rest()), ["art:b", "COMPLETED"]);
      assert.deepEqual(artifactIds(await eventually(peer, id, "TASK_STATE_COMPLETED")), ["a", "b"]);
    },
  },
  {
    title: "a task that was begun without a stream can be followed",
    cites: ["subscribe-task-first", "subscribe-ends"],
    needs: ["SendMessage", "SubscribeToTask"],
    async run({ peer, gates }) {
      const { id } = await sendTask(peer, "task:work;gate:g;done", now);
      const frames = await subscribe(peer, id);
      taskOf(await frames.next());
      gates.open("g");
      assert.equal(words(await frames.rest()).at(-1), "COMPLETED");
    },
  },
  {
    title: "a task that waits for input can be followed into its next turn",
    cites: ["subscribe-parked", "subscribe-task-first", "stream-closes-terminal"],
    needs: ["SendMessage", "SubscribeToTask"],
    async run({ peer }) {
      const { id } = await sendTask(peer, "task:input:q");
      const frames = await subscribe(peer, id);
      assert.equal(stateOf({ task: taskOf(await frames.next()) }), "TASK_STATE_INPUT_REQUIRED");
      await sendTask(peer, "task:work;art:a:1;done", { taskId: id });
      assert.deepEqual(words(await frames.rest()), ["WORKING", "art:a", "COMPLETED"]);
    },
  },
  {
    title: "a finished task cannot be followed, and says so in plain JSON",
    cites: ["subscribe-terminal", "stream-early-error"],
    needs: ["SendMessage", "SubscribeToTask"],
    async run({ peer }) {
      for (const end of ["done", "fail:no", "reject"]) {
        const { id } = await sendTask(peer, `task:work;${end}`);
        const { status } = await refused("UnsupportedOperation", call(peer, "SubscribeToTask", { id }));
        assert.equal(status, 200);
      }
    },
  },
  {
    title: "followers who come at different moments lose and repeat nothing",
    cites: ["stream-broadcast", "stream-order", "subscribe-task-first"],
    needs: ["SendStreamingMessage", "SubscribeToTask"],
    async run({ peer, gates }) {
      const gatesOf = Array.from({ length: 10 }, (_, index) => `g${index}`);
      const steps = gatesOf.map((gate, index) => `art:a${index}:x;gate:${gate}`);
      const first = await openScript(peer, `task:work;${steps.join(";")};done`);
      const { id } = taskOf(await first.next());
      const followers = [];
      for (const gate of gatesOf) {
        await gates.reached(gate);
        const follower = await subscribe(peer, id);
        gates.open(gate);
        followers.push({ snapshot: artifactIds(taskOf(await follower.next())), frames: follower.rest() });
      }
      for (const { snapshot, frames } of followers) {
        const later = words(await frames).filter((word) => word.startsWith("art:"));
        assert.deepEqual(
          [...snapshot.map((artifact) => `art:${artifact}`), ...later],
          gatesOf.map((_, i) => `art:a${i}`),
        );
      }
    },
  },
];
