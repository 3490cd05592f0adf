import { waitForTask } from "@a2akit/client";
import type { Context } from "../context.ts";
import { openClient } from "../open-client.ts";
import { printTask } from "../print.ts";

/** `a2a task get`; with `--wait` it polls until the task is finished or needs input (TASK_POLL_001). */
export async function taskGet(context: Context): Promise<void> {
  const { invocation, signal } = context;
  const { wait, history: historyLength, "poll-interval": interval } = invocation.values;
  const [id = ""] = invocation.args;
  const client = await openClient(context);
  const task = wait
    ? await waitForTask(client, id, { stream: false, interval, historyLength, signal })
    : await client.getTask({ id, ...(historyLength !== undefined && { historyLength }) });
  printTask(context, task, { history: historyLength !== undefined });
}
