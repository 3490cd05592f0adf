import { openClient } from "../agent/open-client.ts";
import type { Context } from "../context.ts";
import { printTask } from "../output/print.ts";
import { follow, onResume } from "../waiting/follow.ts";

/** `a2a task subscribe`: with `--stream` the events, else the task as it is when its stream ends (TASK_SUBSCRIBE_001). */
export async function taskSubscribe(context: Context): Promise<void> {
  const { args, values } = context.invocation;
  const [id = ""] = args;
  const client = await openClient(context);
  const events = client.subscribeToTask({ id }, { onResume: onResume(context) });
  if (values.stream) return follow(context, { client, events });
  for await (const _ of events);
  printTask(context, await client.getTask({ id }));
}
