import { setTimeout as delay } from "node:timers/promises";
import { type Client, messageText, POLL_INTERVAL, type Task } from "@a2akit/client";
import type { Context } from "../context.ts";
import { warn } from "../output/output.ts";
import { pollPatiently } from "./poll-patiently.ts";
import { startWaiting, withTask } from "./waiting.ts";

interface PollOptions {
  readonly client: Client;
  readonly id: string;
  readonly historyLength?: number | undefined;
}

/**
 * Polls until the task is finished or needs input (TASK_POLL_001), also while the agent is busy. With `--await-auth` an authorization that is given
 * elsewhere is waited for, too (AUTH_011).
 */
export async function pollTask(context: Context, { client, id, historyLength }: PollOptions): Promise<Task> {
  const { invocation, signal } = context;
  const { "await-auth": awaitAuth, "poll-interval": interval = POLL_INTERVAL } = invocation.values;
  const waiting = startWaiting(context);
  let isTold = false;
  try {
    for (;;) {
      const task = await pollPatiently(context, { client, id, interval, historyLength, onTask: waiting.see });
      if (!awaitAuth || task.status.state !== "TASK_STATE_AUTH_REQUIRED") return task;
      waiting.stop();
      if (!isTold) tellAuthorization(context, task);
      isTold = true;
      await delay(interval, undefined, { signal }).catch(() => signal.throwIfAborted());
    }
  } catch (error) {
    throw withTask(error, id, context);
  } finally {
    waiting.stop();
  }
}

function tellAuthorization({ io }: Context, { status }: Task): void {
  const text = status.message && messageText(status.message);
  warn(io, `the task waits for authorization${text ? `: ${text}` : ""}`);
}
