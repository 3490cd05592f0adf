import { A2AError } from "@a2akit/protocol";
import type { TaskPushNotificationConfig } from "@a2akit/types";
import type { CallContext } from "../call-context.ts";
import type { RequestHandler, Services } from "../dispatch/request-handler.ts";
import { tooManyWebhooks } from "../http-errors.ts";
import { invalidParams } from "../invalid-params.ts";
import { DEFAULT_PAGE_SIZE } from "../limits.ts";
import { taskNotFound } from "../task-not-found.ts";

type Methods = Pick<
  RequestHandler,
  | "CreateTaskPushNotificationConfig"
  | "GetTaskPushNotificationConfig"
  | "ListTaskPushNotificationConfigs"
  | "DeleteTaskPushNotificationConfig"
>;

/** The push notification configs of a task (A2A §3.1.7–3.1.10). */
export function createPushMethods({ store, requireWebhook }: Services): Methods {
  async function requireTask(taskId: string, { scope }: CallContext): Promise<readonly TaskPushNotificationConfig[]> {
    const configs = await store.push.list(scope, taskId);
    if (configs === undefined) throw taskNotFound(taskId);
    return configs;
  }

  return {
    async CreateTaskPushNotificationConfig(params, context) {
      const { taskId = "" } = params;
      // An unknown task is told first: what its URL is is nobody's business.
      await requireTask(taskId, context);
      await requireWebhook(params);
      const config = { ...params, taskId, id: params.id || crypto.randomUUID() };
      const stored = await store.push.put(context.scope, config);
      if (stored === "absent") throw taskNotFound(taskId);
      if (stored === "full") throw tooManyWebhooks();
      return config;
    },

    async GetTaskPushNotificationConfig({ taskId, id }, { scope }) {
      const config = await store.push.get(scope, taskId, id);
      if (config === undefined)
        throw new A2AError("TaskNotFound", { metadata: { taskId, pushNotificationConfigId: id } });
      return config;
    },

    async ListTaskPushNotificationConfigs({ taskId, pageSize = DEFAULT_PAGE_SIZE, pageToken }, context) {
      const configs = await requireTask(taskId, context);
      const after = pageToken ? configs.findIndex(({ id }) => id === pageToken) : -1;
      if (pageToken && after < 0) {
        throw invalidParams([{ field: "pageToken", description: "is no token of this list" }]);
      }
      const end = after + 1 + (pageSize || DEFAULT_PAGE_SIZE);
      const page = configs.slice(after + 1, end);
      const nextPageToken = end < configs.length ? (page.at(-1)?.id ?? "") : "";
      return { configs: page, ...(nextPageToken !== "" && { nextPageToken }) };
    },

    async DeleteTaskPushNotificationConfig({ taskId, id }, context) {
      await requireTask(taskId, context);
      await store.push.delete(context.scope, taskId, id);
      return {};
    },
  };
}
