import assert from "node:assert/strict";
import type { TaskStore } from "@a2akit/server";
import type { Check } from "../check.ts";
import { boundStore } from "../defects/bound-store.ts";
import { call, refused, script, send, sendTask } from "../peer.ts";
import { texts } from "../tasks.ts";

const fail = async (): Promise<never> => {
  throw new Error("SECRET: the disk is full");
};
const failing =
  (...methods: readonly (keyof TaskStore)[]) =>
  (store: TaskStore): TaskStore => ({
    ...boundStore(store),
    ...Object.fromEntries(methods.map((method) => [method, fail])),
  });

/** What a caller sees of a store that fails: nothing. */
export const storeChecks: readonly Check[] = [
  {
    title: "a store that cannot read is an internal error, whose cause only the operator hears",
    cites: ["internal-error", "error-opaque", "error-info"],
    needs: ["SendMessage", "GetTask", "CancelTask"],
    settings: { store: failing("load", "requestCancel") },
    async run({ peer, reports }) {
      for (const method of ["GetTask", "CancelTask"] as const) {
        const before = reports.length;
        const { envelope, text, status } = await refused("Internal", call(peer, method, { id: "x" }));
        assert.equal(status, 200);
        assert.equal(envelope.error?.data?.[0]?.reason, "INTERNAL");
        assert.doesNotMatch(text, /SECRET|disk/);
        assert.match(String(reports[before]), /SECRET/);
      }
      assert.deepEqual(
        texts((await send(peer, "message:pong")).message?.parts),
        ["pong"],
        "what needs no store still works",
      );
    },
  },
  {
    title: "a store that cannot create is an internal error, and the agent's place is free again",
    cites: ["internal-error", "error-opaque"],
    needs: ["SendMessage"],
    settings: { store: failing("create"), limits: { runningTasks: 2 } },
    async run({ peer, reports }) {
      for (let time = 1; time <= 5; time++) {
        const { text } = await refused("Internal", call(peer, "SendMessage", script("task:work;done")));
        assert.doesNotMatch(text, /SECRET|disk/);
        assert.equal(reports.length, time);
      }
    },
  },
  {
    title: "a store that cannot list, or take a second turn, is an internal error",
    cites: ["internal-error", "error-opaque"],
    needs: ["SendMessage", "ListTasks"],
    settings: { store: failing("list", "enqueue") },
    async run({ peer }) {
      const { id: taskId } = await sendTask(peer, "task:input:q");
      for (const [method, params] of [
        ["ListTasks", {}],
        ["SendMessage", script("task:done", { taskId })],
      ] as const) {
        const { text } = await refused("Internal", call(peer, method, params));
        assert.doesNotMatch(text, /SECRET|disk/);
      }
    },
  },
];
