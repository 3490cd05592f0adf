import assert from "node:assert/strict";
import type { Method } from "@a2akit/types";
import type { Check } from "../check.ts";
import { openScript, subscribe } from "../frames.ts";
import { call, getTask, post, readReply, refused, result, script, sendTask } from "../peer.ts";
import { taskOf } from "../tasks.ts";

const foreign: readonly (readonly [Method, (id: string) => unknown])[] = [
  ["GetTask", (id) => ({ id })],
  ["CancelTask", (id) => ({ id })],
  ["SubscribeToTask", (id) => ({ id })],
  ["SendMessage", (taskId) => script("task:done", { taskId })],
  ["SendStreamingMessage", (taskId) => script("task:done", { taskId })],
  ["CreateTaskPushNotificationConfig", (taskId) => ({ taskId, url: "http://127.0.0.1:9/" })],
  ["GetTaskPushNotificationConfig", (taskId) => ({ taskId, id: "any" })],
  ["ListTaskPushNotificationConfigs", (taskId) => ({ taskId })],
  ["DeleteTaskPushNotificationConfig", (taskId) => ({ taskId, id: "any" })],
];

export const ownerChecks: readonly Check[] = [
  ...foreign.map(
    ([method, params]): Check => ({
      title: `${method} of another caller's task answers like one that does not exist`,
      cites: ["hide-existence"],
      needs: ["SendMessage", "GetTask", method],
      async run({ as }) {
        for (const text of ["task:input:q", "task:done"]) {
          const before = await sendTask(as("alice"), text);
          const { envelope } = await refused("TaskNotFound", call(as("bob"), method, params(before.id)));
          const unknown = await refused("TaskNotFound", call(as("bob"), method, params("no-such")));
          assert.deepEqual(envelope.error?.message, unknown.envelope.error?.message);
          assert.deepEqual(await getTask(as("alice"), before.id), before, "the task is as it was");
        }
      },
    }),
  ),
  {
    title: "ListTasks shows a caller's own tasks, with and without filters",
    cites: ["list-own", "hide-existence", "list-total"],
    needs: ["SendMessage", "ListTasks"],
    async run({ as, peer }) {
      const contextId = crypto.randomUUID();
      const mine = await sendTask(as("alice"), "task:done", { contextId });
      const yours = await sendTask(as("bob"), "task:done", { contextId });
      for (const query of [{}, { contextId }]) {
        for (const [caller, task] of [
          [as("alice"), mine],
          [as("bob"), yours],
        ] as const) {
          const { tasks, totalSize } = await result(caller, "ListTasks", query);
          assert.deepEqual([tasks.map(({ id }) => id), totalSize], [[task.id], 1]);
        }
        assert.equal(
          (await result(peer, "ListTasks", query)).totalSize,
          0,
          "nor does a caller without credentials see them",
        );
      }
    },
  },
  {
    title: "a page token of one caller shows another nothing",
    cites: ["list-own", "hide-existence"],
    needs: ["SendMessage", "ListTasks"],
    async run({ as }) {
      for (let index = 0; index < 3; index++) await sendTask(as("alice"), "task:done");
      const { nextPageToken } = await result(as("alice"), "ListTasks", { pageSize: 1 });
      const { envelope } = await call(as("bob"), "ListTasks", { pageSize: 1, pageToken: nextPageToken });
      assert.deepEqual((envelope.result as { tasks?: unknown[] } | undefined)?.tasks ?? [], []);
    },
  },
  {
    title: "one owner's streams carry only what is that owner's",
    cites: ["hide-existence", "stream-broadcast"],
    needs: ["SendStreamingMessage", "SubscribeToTask"],
    async run({ as, gates }) {
      const frames = await openScript(as("alice"), "task:work;gate:g;done");
      const { id } = taskOf(await frames.next());
      await gates.reached("g");
      await refused("TaskNotFound", call(as("bob"), "SubscribeToTask", { id }));
      const second = await subscribe(as("alice"), id);
      gates.open("g");
      assert.equal(taskOf(await second.next()).id, id);
      await frames.rest();
    },
  },
  {
    title: "a credential that nobody knows is refused, whatever is asked",
    cites: ["auth-missing", "http-status"],
    needs: ["SendMessage"],
    async run({ peer }) {
      for (const authorization of ["Bearer mallory", "Bearer ", "Basic YWxpY2U6", "alice"]) {
        const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "SendMessage", params: script("message:x") });
        const reply = await readReply(await post(peer, body, { headers: { authorization } }));
        assert.equal(reply.status, 401, authorization);
        assert.ok(reply.headers.get("www-authenticate"));
        assert.equal(reply.envelope.error?.data?.[0]?.reason, "UNAUTHENTICATED");
      }
    },
  },
  {
    title: "a caller who is known and may not do it is refused, and nothing happens",
    cites: ["auth-denied", "http-status"],
    needs: ["SendMessage", "GetTask", "CancelTask"],
    variant: "E",
    async run({ as }) {
      const before = await sendTask(as("bob"), "task:input:q");
      const reply = await refused("PermissionDenied", call(as("bob"), "CancelTask", { id: before.id }));
      assert.equal(reply.status, 403);
      assert.deepEqual(await getTask(as("bob"), before.id), before, "the task is as it was");
      const mine = await sendTask(as("alice"), "task:input:q");
      assert.equal((await result(as("alice"), "CancelTask", { id: mine.id })).status.state, "TASK_STATE_CANCELED");
    },
  },
  {
    title: "the extended card is for callers who are known, and their own",
    cites: ["extended-card-auth", "auth-missing"],
    needs: ["GetExtendedAgentCard"],
    variant: "E",
    async run({ as, peer }) {
      const reply = await refused("Unauthenticated", call(peer, "GetExtendedAgentCard", {}));
      assert.equal(reply.status, 401);
      assert.match(reply.headers.get("www-authenticate") ?? "", /^Bearer\b/);
      for (const user of ["alice", "bob"] as const) {
        assert.equal((await result(as(user), "GetExtendedAgentCard", {})).description, `For ${user}`);
      }
    },
  },
];
