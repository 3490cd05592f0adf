import assert from "node:assert/strict";
import type { Method } from "@a2akit/types";
import type { Check } from "../check.ts";
import { call, refused, result, sendTask } from "../peer.ts";

const url = "http://127.0.0.1:9/hook";
const methods = {
  create: "CreateTaskPushNotificationConfig",
  get: "GetTaskPushNotificationConfig",
  list: "ListTaskPushNotificationConfigs",
  delete: "DeleteTaskPushNotificationConfig",
} as const;

const onUnknownTask: readonly (readonly [Method, object])[] = [
  [methods.create, { taskId: "no-such", url }],
  [methods.get, { taskId: "no-such", id: "x" }],
  [methods.list, { taskId: "no-such" }],
  [methods.delete, { taskId: "no-such", id: "x" }],
];

/** Case C11; its deliveries are in `push-deliveries.ts`. */
export const pushConfigChecks: readonly Check[] = [
  {
    title: "a webhook without an id gets one, and can be read back whole",
    cites: ["push-create", "push-get"],
    needs: ["SendMessage", methods.create, methods.get],
    async run({ peer }) {
      const { id: taskId } = await sendTask(peer, "task:input:q");
      const authentication = { scheme: "Bearer", credentials: "c" };
      const made = await result(peer, methods.create, { taskId, url, token: "t", authentication });
      assert.ok(made.id);
      assert.deepEqual(made, { id: made.id, taskId, url, token: "t", authentication });
      assert.deepEqual(await result(peer, methods.get, { taskId, id: made.id }), made);
      const named = await result(peer, methods.create, { taskId, url, id: "mine" });
      assert.equal(named.id, "mine");
    },
  },
  {
    title: "a webhook that does not exist is not found",
    cites: ["push-get"],
    needs: ["SendMessage", methods.get],
    async run({ peer }) {
      const { id: taskId } = await sendTask(peer, "task:input:q");
      await refused("TaskNotFound", call(peer, methods.get, { taskId, id: "nope" }));
    },
  },
  {
    title: "all webhooks of a task are listed, page by page, and none of another task",
    cites: ["push-list"],
    needs: ["SendMessage", methods.create, methods.list],
    async run({ peer }) {
      const { id: taskId } = await sendTask(peer, "task:input:q");
      const { id: other } = await sendTask(peer, "task:input:q");
      for (const id of ["a", "b", "c"]) await result(peer, methods.create, { taskId, url, id });
      await result(peer, methods.create, { taskId: other, url, id: "d" });
      const ids = async (query: object) => {
        const { configs = [], nextPageToken } = await result(peer, methods.list, { taskId, ...query });
        return { ids: configs.map(({ id }) => id), nextPageToken };
      };
      assert.deepEqual((await ids({})).ids, ["a", "b", "c"]);
      const first = await ids({ pageSize: 2 });
      assert.equal(first.ids.length, 2);
      const rest = await ids({ pageSize: 2, pageToken: first.nextPageToken });
      assert.deepEqual([...first.ids, ...rest.ids], ["a", "b", "c"]);
      await refused("InvalidParams", call(peer, methods.list, { taskId, pageToken: "@@bad@@" }));
    },
  },
  {
    title: "a webhook is deleted for good, and deleting it again succeeds with an empty result",
    cites: ["push-delete"],
    needs: ["SendMessage", methods.create, methods.list, methods.delete],
    async run({ peer }) {
      const { id: taskId } = await sendTask(peer, "task:input:q");
      await result(peer, methods.create, { taskId, url, id: "a" });
      for (let time = 0; time < 2; time++) {
        const { envelope } = await call(peer, methods.delete, { taskId, id: "a" });
        assert.deepEqual(envelope.result, {});
      }
      assert.deepEqual((await result(peer, methods.list, { taskId })).configs ?? [], []);
      await refused("TaskNotFound", call(peer, methods.get, { taskId, id: "a" }));
    },
  },
  {
    title: "a webhook that comes with a message is kept with its task",
    cites: ["push-create", "push-list"],
    needs: ["SendMessage", methods.list],
    async run({ peer }) {
      const { id: taskId } = await sendTask(peer, "task:input:q", {
        configuration: { taskPushNotificationConfig: { url } },
      });
      const { configs } = await result(peer, methods.list, { taskId });
      assert.deepEqual(
        configs?.map((config) => [config.taskId, config.url]),
        [[taskId, url]],
      );
    },
  },
  ...onUnknownTask.map(
    ([method, params]): Check => ({
      title: `${method} of an unknown task, or of another caller's, is TaskNotFound`,
      cites: ["push-unknown-task", "hide-existence"],
      needs: ["SendMessage", method],
      async run({ peer, as }) {
        await refused("TaskNotFound", call(peer, method, params));
        const { id: taskId } = await sendTask(as("alice"), "task:input:q");
        await refused("TaskNotFound", call(as("bob"), method, { ...params, taskId }));
      },
    }),
  ),
  {
    title: "a webhook needs a URL of http or https",
    cites: ["push-create", "invalid-params", "required-in"],
    needs: ["SendMessage", methods.create],
    async run({ peer }) {
      const { id: taskId } = await sendTask(peer, "task:input:q");
      for (const wrong of [undefined, "", "not a url", "ftp://example.com/x", "javascript:alert(1)", 7]) {
        await refused("InvalidParams", call(peer, methods.create, { taskId, url: wrong }));
      }
    },
  },
];
