import assert from "node:assert/strict";
import type { StreamResponse } from "@a2akit/types";
import type { Check } from "../check.ts";
import { call, refused, result, script, sendTask } from "../peer.ts";
import { type Webhook, withWebhook } from "../webhook.ts";

const create = "CreateTaskPushNotificationConfig";
const remove = "DeleteTaskPushNotificationConfig";

/** Milliseconds; what failed is due again at once. */
const soon = { timing: { webhookBackoff: 1 } };

const SCRIPT = "task:work;art:a:x;done";
const FRAMES = ["TASK_STATE_SUBMITTED", "TASK_STATE_WORKING", "artifact a", "TASK_STATE_COMPLETED"];

const ok = () => 204;

function brief({ task, statusUpdate, artifactUpdate }: StreamResponse): string | undefined {
  return artifactUpdate ? `artifact ${artifactUpdate.artifact.artifactId}` : (task ?? statusUpdate)?.status.state;
}

const frames = ({ posts }: Webhook) => posts.map(({ frame }) => brief(frame));

/** Where a webhook must not be: spellings of this machine, its network and what only a cloud's machine reaches. */
const INSIDE = [
  "http://127.0.0.1/",
  "http://localhost/",
  "http://2130706433/",
  "http://0x7f.1/",
  "http://0177.0.0.1/",
  "http://0/",
  "http://10.0.0.1/",
  "http://172.16.0.1/",
  "http://192.168.0.1/",
  "http://100.64.0.1/",
  "http://169.254.169.254/latest/meta-data",
  "http://224.0.0.1/",
  "http://255.255.255.255/",
  "http://[::1]/",
  "http://[::]/",
  "http://[::ffff:127.0.0.1]/",
  "http://[64:ff9b::10.0.0.1]/",
  "http://[fe80::1]/",
  "http://[fd00:ec2::254]/",
  "http://user:secret@8.8.8.8/",
];

/** Case C10, and the deliveries of C11. */
export const pushDeliveryChecks: readonly Check[] = [
  {
    title: "a webhook that comes with a message gets every frame, in order, with its credentials",
    cites: ["push-delivery", "push-order"],
    needs: ["SendMessage", create],
    run: ({ peer }) =>
      withWebhook(ok, async (webhook) => {
        const authentication = { scheme: "Bearer", credentials: "s3cret" };
        const taskPushNotificationConfig = { url: webhook.url, token: "tok-1", authentication };
        const task = await sendTask(peer, SCRIPT, {
          configuration: { returnImmediately: true, taskPushNotificationConfig },
        });
        await webhook.count(FRAMES.length);
        assert.deepEqual(frames(webhook), FRAMES);
        for (const { method, headers, frame } of webhook.posts) {
          assert.equal(method, "POST");
          assert.equal(headers["content-type"], "application/a2a+json");
          assert.equal(headers.authorization, "Bearer s3cret");
          assert.equal(headers["x-a2a-notification-token"], "tok-1");
          assert.equal(Object.keys(frame).length, 1, JSON.stringify(frame));
          assert.equal(frame.task?.id ?? frame.statusUpdate?.taskId ?? frame.artifactUpdate?.taskId, task.id);
        }
      }),
  },
  {
    title: "a webhook of a task that waits for input gets the Task as it is, then what is new",
    cites: ["push-delivery"],
    needs: ["SendMessage", create],
    run: ({ peer }) =>
      withWebhook(ok, async ({ url, ...webhook }) => {
        const { id: taskId } = await sendTask(peer, "task:art:a:x;input:q");
        await result(peer, create, { taskId, url });
        await sendTask(peer, "task:art:b:y;done", { taskId });
        await webhook.count(3);
        assert.deepEqual(frames({ url, ...webhook }), [
          "TASK_STATE_INPUT_REQUIRED",
          "artifact b",
          "TASK_STATE_COMPLETED",
        ]);
        assert.deepEqual(
          webhook.posts[0]?.frame.task?.artifacts?.map(({ artifactId }) => artifactId),
          ["a"],
        );
      }),
  },
  {
    title: "a frame that a webhook does not take is sent again, and what follows waits",
    cites: ["push-retried", "push-order"],
    needs: ["SendMessage", create],
    settings: soon,
    run: ({ peer }) =>
      withWebhook(
        (index) => (index < 2 ? 500 : 204),
        async (webhook) => {
          await sendTask(peer, SCRIPT, { configuration: { taskPushNotificationConfig: { url: webhook.url } } });
          await webhook.count(FRAMES.length + 2);
          assert.deepEqual(frames(webhook), [FRAMES[0], FRAMES[0], ...FRAMES]);
          const ids = new Set(webhook.posts.map(({ headers }) => headers["webhook-id"]));
          assert.equal(ids.size, FRAMES.length);
        },
      ),
  },
  {
    title: "a webhook that fails or hangs holds up neither the task nor another webhook",
    cites: ["push-harmless"],
    needs: ["SendMessage", create],
    settings: soon,
    run: ({ peer }) =>
      withWebhook(
        () => new Promise(() => {}),
        (hanging) =>
          withWebhook(
            () => 500,
            (failing) =>
              withWebhook(ok, async (webhook) => {
                const { id: taskId } = await sendTask(peer, "task:input:q");
                for (const { url } of [hanging, failing, webhook]) await result(peer, create, { taskId, url });
                await Promise.all([hanging.count(1), failing.count(2), webhook.count(1)]);
                const task = await sendTask(peer, "task:done", { taskId });
                assert.equal(task.status.state, "TASK_STATE_COMPLETED");
                await webhook.count(2);
                assert.equal(frames(webhook)[1], "TASK_STATE_COMPLETED");
                assert.equal(hanging.posts.length, 1);
              }),
          ),
      ),
  },
  {
    title: "a webhook that was deleted gets nothing more",
    cites: ["push-delete"],
    needs: ["SendMessage", create, remove],
    run: ({ peer }) =>
      withWebhook(ok, (deleted) =>
        withWebhook(ok, async (webhook) => {
          const { id: taskId } = await sendTask(peer, "task:input:q");
          await result(peer, create, { taskId, url: deleted.url, id: "deleted" });
          await deleted.count(1);
          await result(peer, remove, { taskId, id: "deleted" });
          await result(peer, create, { taskId, url: webhook.url });
          await sendTask(peer, "task:done", { taskId });
          await webhook.count(2);
          assert.equal(deleted.posts.length, 1);
        }),
      ),
  },
  {
    title: "a webhook inside the network is refused, in every spelling, however it comes",
    cites: ["push-policy"],
    needs: ["SendMessage", create],
    variant: "D",
    async run({ peer }) {
      const { id: taskId } = await sendTask(peer, "task:input:q");
      for (const url of INSIDE) {
        await refused("TaskNotFound", call(peer, create, { taskId: "no-such", url }));
        await refused("InvalidParams", call(peer, create, { taskId, url }));
        const configuration = { taskPushNotificationConfig: { url } };
        await refused("InvalidParams", call(peer, "SendMessage", script("task:done", { configuration })));
      }
    },
  },
];
