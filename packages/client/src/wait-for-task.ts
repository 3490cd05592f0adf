import { isInterrupted, isTerminal } from "@a2akit/protocol";
import type { Task } from "@a2akit/types";
import type { CallOptions, Client } from "./client.ts";
import { delay } from "./delay.ts";

/** Milliseconds before the first poll that follows an unfinished answer. */
export const POLL_INTERVAL = 2_000;
/** The longest that backing off makes the interval, in milliseconds. */
export const MAX_POLL_INTERVAL = 30_000;
/** What the interval is multiplied with after each poll. */
const BACKOFF = 1.5;

export interface WaitOptions extends CallOptions {
  /** Milliseconds between the first two polls; 2 s by default. */
  readonly interval?: number | undefined;
  /** Milliseconds; 30 s by default, and never less than `interval`. */
  readonly maxInterval?: number | undefined;
  /** The most recent messages to bring along (A2A §3.2.4). */
  readonly historyLength?: number | undefined;
  /** Called with every answer. */
  readonly onTask?: ((task: Task) => void) | undefined;
}

/**
 * Polls GetTask, ever more slowly, until the task is in a terminal state or waits for input or authorization (A2A §3.1.3).
 *
 * It waits without end: give it a `signal`. `timeout` is that of each poll.
 */
export async function waitForTask(client: Client, id: string, options: WaitOptions = {}): Promise<Task> {
  const { interval = POLL_INTERVAL, maxInterval = MAX_POLL_INTERVAL, historyLength, onTask, ...callOptions } = options;
  const params = historyLength === undefined ? { id } : { id, historyLength };
  for (let pause = interval; ; pause = Math.max(interval, Math.min(pause * BACKOFF, maxInterval))) {
    const task = await client.getTask(params, callOptions);
    onTask?.(task);
    if (isTerminal(task.status.state) || isInterrupted(task.status.state)) return task;
    await delay(pause, callOptions.signal);
  }
}
