import { openClient } from "../../agent/open-client.ts";
import type { Context } from "../../context.ts";
import { print } from "../../output/print.ts";
import { pushConfigText } from "../../output/push-config-text.ts";

/** `a2a task push-config get` (PUSH_001). */
export async function getPushConfig(context: Context): Promise<void> {
  const [taskId = "", id = ""] = context.invocation.args;
  const client = await openClient(context);
  const config = await client.getTaskPushNotificationConfig({ taskId, id });
  print(context, config, () => pushConfigText(config));
}
