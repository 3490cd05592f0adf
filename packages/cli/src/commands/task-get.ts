import { openClient } from "../agent/open-client.ts";
import type { Context } from "../context.ts";
import { printTask } from "../output/print.ts";
import { pollTask } from "../waiting/poll-task.ts";

/** `a2a task get`; with `--wait` it polls until the task is finished or needs input (TASK_POLL_001). */
export async function taskGet(context: Context): Promise<void> {
  const { wait, history: historyLength } = context.invocation.values;
  const [id = ""] = context.invocation.args;
  const client = await openClient(context);
  const task = wait
    ? await pollTask(context, { client, id, historyLength })
    : await client.getTask({ id, ...(historyLength !== undefined && { historyLength }) });
  printTask(context, task, { history: historyLength !== undefined });
}
