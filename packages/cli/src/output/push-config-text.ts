import type { TaskPushNotificationConfig } from "@a2akit/types";
import { line } from "./output.ts";

/** A push notification config by its lines; what is secret in it is said to be there. */
export function pushConfigText({ id, taskId, url, token, authentication }: TaskPushNotificationConfig): string {
  return (
    line("Push config", id) +
    line("Task", taskId) +
    line("URL", url) +
    line("Token", token && "set") +
    line("Authentication", authentication?.scheme)
  );
}
