import { A2AError, isInterrupted, isTerminal, TransportError } from "@a2akit/protocol";
import type { Task } from "@a2akit/types";
import type { CallOptions, Client } from "./client.ts";
import { foldEvent } from "./stream/fold-event.ts";
import { delay } from "./waiting/delay.ts";

/** Milliseconds before the first poll that follows an unfinished answer. */
export const POLL_INTERVAL = 2_000;
/** The longest that backing off makes the interval, in milliseconds. */
export const MAX_POLL_INTERVAL = 30_000;
/** What the interval is multiplied with after each poll. */
const BACKOFF = 1.5;

export interface WaitOptions extends CallOptions {
  /** Whether to follow the task's stream where the agent has one; true by default. */
  readonly stream?: boolean | undefined;
  /** Milliseconds between the first two polls; 2 s by default. */
  readonly interval?: number | undefined;
  /** Milliseconds; 30 s by default, and never less than `interval`. */
  readonly maxInterval?: number | undefined;
  /** The most recent messages to bring along (A2A §3.2.4). */
  readonly historyLength?: number | undefined;
  /** Called with the task whenever something is known of it. */
  readonly onTask?: ((task: Task) => void) | undefined;
}

/**
 * Waits until the task is in a terminal state or waits for input or authorization, and gives it as GetTask does. Its stream is followed where
 * the agent has one; where it has none, or loses it, GetTask is called, ever more slowly (A2A §3.1.3, §3.1.6).
 *
 * It waits without end: give it a `signal`. `timeout` is that of each request.
 */
export async function waitForTask(client: Client, id: string, options: WaitOptions = {}): Promise<Task> {
  const { stream = true, interval = POLL_INTERVAL, maxInterval = MAX_POLL_INTERVAL, ...rest } = options;
  const { historyLength, onTask, ...callOptions } = rest;
  if (stream && client.supports("SubscribeToTask")) await followTask(client, id, rest);
  const params = historyLength === undefined ? { id } : { id, historyLength };
  for (let pause = interval; ; pause = Math.max(interval, Math.min(pause * BACKOFF, maxInterval))) {
    const task = await client.getTask(params, callOptions);
    onTask?.(task);
    if (isDone(task)) return task;
    await delay(pause, callOptions.signal);
  }
}

/** Resolves when the stream says that the wait is over, or is no help. */
async function followTask(client: Client, id: string, { onTask, ...options }: WaitOptions): Promise<void> {
  let task: Task | undefined;
  try {
    for await (const event of client.subscribeToTask({ id }, options)) {
      task = foldEvent(task, event);
      if (!task) continue;
      // The one that ends the wait is reported when it was fetched.
      if (isDone(task)) return;
      onTask?.(task);
    }
  } catch (error) {
    // A task that has ended has no stream, and some agents have no such method.
    const hasNone = error instanceof A2AError && /^(UnsupportedOperation|MethodNotFound)/.test(error.name);
    if (!hasNone && !(error instanceof TransportError)) throw error;
  }
}

/** A task without a status – it is taken on trust – is none that has ended. */
function isDone({ status }: Task): boolean {
  const state = status?.state;
  return isTerminal(state) || isInterrupted(state);
}
