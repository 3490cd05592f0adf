import { setTimeout as delay } from "node:timers/promises";
import { type Client, type Task, waitForTask } from "@a2akit/client";
import type { Context } from "../context.ts";
import { isBusy } from "../fetch/rate-limit.ts";
import { warn } from "../output/output.ts";
import { formatDuration, MAX_DURATION } from "./duration.ts";

/** The longest pause in milliseconds before a busy agent is asked again, where it does not ask for more. */
const MAX_PAUSE = 30_000;

interface PollOptions {
  readonly client: Client;
  readonly id: string;
  /** Milliseconds between the first two polls. */
  readonly interval: number;
  readonly historyLength: number | undefined;
  readonly onTask: (task: Task) => void;
}

/**
 * Polls until the task is finished or needs input. An agent that is busy – HTTP 429 or 503 – is asked again, ever more slowly and no earlier than it
 * says (TASK_POLL_002): the command has a time limit of its own.
 */
export async function pollPatiently(context: Context, { client, id, onTask, ...options }: PollOptions): Promise<Task> {
  const { signal, rateLimit, io } = context;
  let pause = options.interval;
  let isTold = false;
  const see = (task: Task) => {
    pause = options.interval;
    onTask(task);
  };
  for (;;) {
    try {
      return await waitForTask(client, id, { ...options, stream: false, signal, onTask: see });
    } catch (error) {
      if (signal.aborted || !isBusy(rateLimit)) throw error;
    }
    const next = Math.min(Math.max(pause, rateLimit.retryAfter ?? 0), MAX_DURATION);
    if (!isTold) warn(io, `the agent is busy (HTTP ${rateLimit.status}); it is asked again in ${formatDuration(next)}`);
    isTold = true;
    await delay(next, undefined, { signal }).catch(() => signal.throwIfAborted());
    pause = Math.max(options.interval, Math.min(pause * 2, MAX_PAUSE));
  }
}
