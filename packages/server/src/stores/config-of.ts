import type { TaskPushNotificationConfig } from "@a2akit/types";
import type { PushConfig } from "../push-store.ts";

/** A config that came with a message, bound to its task; one without an id is the task's only one of that kind. */
export function configOf(taskId: string, config: TaskPushNotificationConfig): PushConfig {
  return { ...config, id: config.id || taskId, taskId };
}
