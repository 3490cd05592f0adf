import { openClient } from "../../agent/open-client.ts";
import { usageError } from "../../cli-error.ts";
import type { Context } from "../../context.ts";
import { print } from "../../output/print.ts";
import { pushConfigText } from "../../output/push-config-text.ts";
import { pushConfigOf } from "../../push-config.ts";

/** `a2a task push-config create`: the agent posts what happens to the task from now on (PUSH_001). */
export async function createPushConfig(context: Context): Promise<void> {
  const { args, values } = context.invocation;
  const [taskId = ""] = args;
  const config = pushConfigOf(values);
  if (!config) throw usageError("Where to? Give --webhook-url", "a2a help task push-config create");
  const client = await openClient(context);
  const id = values["config-id"];
  const created = await client.createTaskPushNotificationConfig({ ...config, taskId, ...(id !== undefined && { id }) });
  print(context, created, () => pushConfigText(created));
}
