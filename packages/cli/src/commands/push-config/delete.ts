import { openClient } from "../../agent/open-client.ts";
import type { Context } from "../../context.ts";
import { line } from "../../output/output.ts";
import { print } from "../../output/print.ts";

/** `a2a task push-config delete`: the agent posts no more there; deleting twice is no failure (PUSH_001). */
export async function deletePushConfig(context: Context): Promise<void> {
  const [taskId = "", id = ""] = context.invocation.args;
  const client = await openClient(context);
  await client.deleteTaskPushNotificationConfig({ taskId, id });
  print(context, {}, () => line("Push config", id) + line("Task", taskId) + line("Deleted", "yes"));
}
