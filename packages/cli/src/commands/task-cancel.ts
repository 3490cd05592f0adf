import { A2AError, type Client, type Task } from "@a2akit/client";
import { openClient } from "../agent/open-client.ts";
import type { Context } from "../context.ts";
import { printTask } from "../output/print.ts";

/** `a2a task cancel`: a task that is canceled already is what was wanted (TASK_CANCEL_001). */
export async function taskCancel(context: Context): Promise<void> {
  const { invocation } = context;
  const { metadata } = invocation.values;
  const [id = ""] = invocation.args;
  const client = await openClient(context);
  printTask(context, await cancel(client, { id, ...(metadata !== undefined && { metadata }) }));
}

async function cancel(client: Client, params: { id: string; metadata?: Record<string, unknown> }): Promise<Task> {
  try {
    return await client.cancelTask(params);
  } catch (error) {
    if (!(error instanceof A2AError) || error.name !== "TaskNotCancelableError") throw error;
    const task = await client.getTask({ id: params.id });
    if (task.status.state !== "TASK_STATE_CANCELED") throw error;
    return task;
  }
}
