import assert from "node:assert/strict";
import type { Check } from "../check.ts";
import { openScript } from "../frames.ts";
import { call, getTask, result, script, send, sendTask } from "../peer.ts";
import { artifactIds, eventually, stateOf, taskOf, texts, words } from "../tasks.ts";

export const runChecks: readonly Check[] = [
  {
    title: "an agent that throws leaves a FAILED task whose message gives nothing away",
    cites: ["run-throws", "error-opaque"],
    needs: ["SendMessage"],
    async run({ peer, reports }) {
      for (const text of ["throw", "task:work;throw", "task:throw"]) {
        const before = reports.length;
        const task = await sendTask(peer, text);
        assert.equal(task.status.state, "TASK_STATE_FAILED");
        assert.ok((texts(task.status.message?.parts)[0] ?? "") !== "", "the status says something");
        assert.doesNotMatch(JSON.stringify(task.status), /SECRET|Error:|node_modules|\bat /);
        assert.ok(reports.length > before, "the operator hears of it");
      }
    },
  },
  {
    title: "a stream of an agent that throws ends with FAILED",
    cites: ["run-throws", "error-opaque", "stream-closes-terminal", "stream-task-first"],
    needs: ["SendStreamingMessage"],
    async run({ peer }) {
      for (const text of ["throw", "task:work;art:a:1;throw"]) {
        const frames = await (await openScript(peer, text)).rest();
        taskOf(frames[0]);
        assert.equal(stateOf(frames.at(-1)?.event), "TASK_STATE_FAILED");
        assert.doesNotMatch(JSON.stringify(frames), /SECRET/);
      }
    },
  },
  {
    title: "an agent that returns without a state leaves a COMPLETED task, and no other status is added",
    cites: ["run-completes"],
    needs: ["SendStreamingMessage"],
    async run({ peer }) {
      assert.deepEqual(words(await (await openScript(peer, "task:art:a:1")).rest()), ["task", "art:a", "COMPLETED"]);
      const silent = await (await openScript(peer, "task:")).rest();
      assert.equal(stateOf(silent.at(-1)?.event), "TASK_STATE_COMPLETED");
      assert.deepEqual(words(await (await openScript(peer, "task:work;input:q")).rest()), [
        "task",
        "WORKING",
        "INPUT_REQUIRED",
      ]);
    },
  },
  {
    title: "nothing is published after the end of a task",
    cites: ["run-fenced", "stream-closes-terminal"],
    needs: ["SendStreamingMessage", "GetTask"],
    async run({ peer }) {
      for (const end of ["done", "fail:no", "reject:no"]) {
        const frames = await (await openScript(peer, `task:work;${end};art:late:x;work;done:again`)).rest();
        const { id } = taskOf(frames[0]);
        assert.equal(frames.length, 3, words(frames).join());
        await send(peer, "message:ping");
        const task = await getTask(peer, id);
        assert.deepEqual(artifactIds(task), []);
        assert.deepEqual(task.status, frames.at(-1)?.event.statusUpdate?.status);
      }
    },
  },
  {
    title: "a caller that goes away does not end the task",
    cites: ["run-outlives-caller"],
    needs: ["SendStreamingMessage", "GetTask"],
    async run({ peer, gates }) {
      const frames = await openScript(peer, "task:work;gate:g;art:a:1;done");
      const { id } = taskOf(await frames.next());
      await gates.reached("g");
      frames.close();
      await send(peer, "message:ping");
      gates.open("g");
      assert.deepEqual(artifactIds(await eventually(peer, id, "TASK_STATE_COMPLETED")), ["a"]);
    },
  },
  {
    title: "a caller that waits and goes away does not end the task either",
    cites: ["run-outlives-caller"],
    needs: ["SendMessage", "ListTasks", "GetTask"],
    async run({ peer, gates }) {
      const contextId = crypto.randomUUID();
      const leave = new AbortController();
      const params = script("task:work;gate:g;done", { contextId });
      call(peer, "SendMessage", params, { signal: leave.signal }).catch(() => "left");
      await gates.reached("g");
      leave.abort();
      await send(peer, "message:ping");
      gates.open("g");
      const { tasks } = await result(peer, "ListTasks", { contextId });
      await eventually(peer, tasks[0]?.id ?? "", "TASK_STATE_COMPLETED");
    },
  },
  {
    title: "two messages to a waiting task at once are answered one after the other, and neither is lost",
    cites: ["run-queued", "turns-in-order"],
    needs: ["SendMessage", "GetTask"],
    async run({ peer }) {
      const { id: taskId } = await sendTask(peer, "task:input:q");
      const turns = ["a", "b", "c"].map((name) =>
        sendTask(peer, `task:work;drip:${name}:5;input:${name}?`, { taskId }),
      );
      const asked = (await Promise.all(turns)).map(({ status }) => texts(status.message?.parts)[0]);
      assert.deepEqual(asked, ["a?", "b?", "c?"]);
      const { artifacts = [], history = [] } = await getTask(peer, taskId);
      assert.deepEqual(
        artifacts.map(({ parts }) => parts.length),
        [5, 5, 5],
      );
      assert.equal(history.filter(({ role }) => role === "ROLE_USER").length, 4);
    },
  },
  {
    title: "appended chunks extend the parts of an artifact, a plain one replaces it",
    cites: ["artifact-append"],
    needs: ["SendMessage"],
    async run({ peer }) {
      const { artifacts } = await sendTask(
        peer,
        "task:art:a:1;art:a:2:append;art:b:old;art:a:3:append:last;art:b:new;done",
      );
      assert.deepEqual(
        artifacts?.map(({ artifactId, parts }) => [artifactId, texts(parts)]),
        [
          ["a", ["1", "2", "3"]],
          ["b", ["new"]],
        ],
      );
    },
  },
];
