import type { Context } from "../context.ts";
import { openClient } from "../open-client.ts";
import { printTask } from "../print.ts";
import { waitFor } from "../wait-for.ts";

/** `a2a task get`; with `--wait` it polls until the task is finished or needs input (TASK_POLL_001). */
export async function taskGet(context: Context): Promise<void> {
  const { wait, history: historyLength } = context.invocation.values;
  const [id = ""] = context.invocation.args;
  const client = await openClient(context);
  const task = wait
    ? await waitFor(context, { client, id, historyLength })
    : await client.getTask({ id, ...(historyLength !== undefined && { historyLength }) });
  printTask(context, task, { history: historyLength !== undefined });
}
