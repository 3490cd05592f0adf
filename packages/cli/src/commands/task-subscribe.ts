import { openClient } from "../agent/open-client.ts";
import type { Context } from "../context.ts";
import { printTask } from "../output/print.ts";
import { follow, onResume, watch } from "../waiting/follow.ts";
import { pollTask } from "../waiting/poll-task.ts";

/** `a2a task subscribe`: with `--stream` the events, else the task when it is finished or needs input (TASK_SUBSCRIBE_001). */
export async function taskSubscribe(context: Context): Promise<void> {
  const { args, values } = context.invocation;
  const [id = ""] = args;
  const client = await openClient(context);
  const events = client.subscribeToTask({ id }, { onResume: onResume(context) });
  if (values.stream) return follow(context, { client, events, id });
  await watch(context, { events, id, show: () => {} });
  printTask(context, await pollTask(context, { client, id }));
}
