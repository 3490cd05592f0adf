import assert from "node:assert/strict";
import type { Check } from "../check.ts";
import { call, getTask, type Peer, refused, script, sendTask } from "../peer.ts";

async function threeTurns(peer: Peer): Promise<string> {
  const { id } = await sendTask(peer, "task:input:q1");
  await sendTask(peer, "task:input:q2", { taskId: id });
  await sendTask(peer, "task:input:q3", { taskId: id });
  return id;
}

export const historyChecks: readonly Check[] = [
  {
    title: "historyLength 0 leaves the history out, n gives the newest n, and nothing is lost by it",
    cites: ["history-zero", "history-newest", "history-not-cut", "history-unset"],
    needs: ["SendMessage", "GetTask"],
    async run({ peer }) {
      const id = await threeTurns(peer);
      const whole = (await getTask(peer, id)).history ?? [];
      assert.ok(whole.length >= 3);
      assert.equal("history" in (await getTask(peer, id, 0)), false);
      for (const length of [1, 2, whole.length, whole.length + 5]) {
        assert.deepEqual((await getTask(peer, id, length)).history, whole.slice(-length));
      }
      assert.deepEqual((await getTask(peer, id)).history, whole);
    },
  },
  {
    title: "historyLength holds for the answer to SendMessage",
    cites: ["history-zero", "history-newest"],
    needs: ["SendMessage", "GetTask"],
    async run({ peer }) {
      const id = await threeTurns(peer);
      const one = await sendTask(peer, "task:input:q4", { taskId: id, configuration: { historyLength: 1 } });
      assert.deepEqual(one.history, (await getTask(peer, id)).history?.slice(-1));
      const none = await sendTask(peer, "task:done", { taskId: id, configuration: { historyLength: 0 } });
      assert.equal("history" in none, false);
      const whole = await getTask(peer, id);
      assert.ok((whole.history ?? []).length >= 5);
    },
  },
  {
    title: "historyLength holds for returnImmediately",
    cites: ["history-zero"],
    needs: ["SendMessage"],
    async run({ peer }) {
      const configuration = { historyLength: 0, returnImmediately: true };
      assert.equal("history" in (await sendTask(peer, "task:work;input:q", { configuration })), false);
    },
  },
  {
    title: "historyLength holds for ListTasks",
    cites: ["history-zero", "history-newest", "history-not-cut"],
    needs: ["SendMessage", "GetTask", "ListTasks"],
    async run({ peer }) {
      const id = await threeTurns(peer);
      const { contextId, history = [] } = await getTask(peer, id);
      const listed = async (historyLength: number) => {
        const { envelope } = await call(peer, "ListTasks", { contextId, historyLength });
        return (envelope.result as { tasks: { history?: { parts: unknown }[] }[] }).tasks[0]?.history;
      };
      assert.equal(await listed(0), undefined);
      assert.deepEqual((await listed(2))?.length, 2);
      assert.deepEqual((await getTask(peer, id)).history, history);
    },
  },
  {
    title: "a historyLength that is no natural number is refused wherever it may stand",
    cites: ["history-invalid", "invalid-params", "integers-in"],
    needs: ["SendMessage", "GetTask"],
    async run({ peer }) {
      const { id } = await sendTask(peer, "task:done");
      for (const historyLength of [-5, "abc", 1.5, "-1", true, {}, 2 ** 31]) {
        await refused("InvalidParams", call(peer, "GetTask", { id, historyLength }));
        const params = { ...script("message:x"), configuration: { historyLength } };
        await refused("InvalidParams", call(peer, "SendMessage", params));
      }
    },
  },
];
