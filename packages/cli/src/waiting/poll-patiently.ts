import { setTimeout as delay } from "node:timers/promises";
import { type Client, type Task, TransportError, waitForTask } from "@a2akit/client";
import type { Context } from "../context.ts";
import { isBusy } from "../fetch/rate-limit.ts";
import { reasonOf } from "../message-of.ts";
import { warn } from "../output/output.ts";
import { formatDuration, MAX_DURATION } from "./duration.ts";

/** The longest pause in milliseconds before an agent is asked again, where it does not ask for more. */
const MAX_PAUSE = 30_000;
/** Polls in a row that may get no answer before the wait ends. */
const MAX_LOST = 3;
/** What gateways say of an agent that they cannot reach. */
const GATEWAY_STATUSES: readonly unknown[] = [502, 504];

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
 * says (TASK_POLL_002): the command has a time limit of its own. So is one that cannot be reached, three times.
 */
export async function pollPatiently(context: Context, { client, id, onTask, ...options }: PollOptions): Promise<Task> {
  const { signal, rateLimit, io } = context;
  let pause = options.interval;
  let lost = 0;
  let isTold = false;
  const see = (task: Task) => {
    pause = options.interval;
    lost = 0;
    onTask(task);
  };
  for (;;) {
    let why: string;
    try {
      return await waitForTask(client, id, { ...options, stream: false, signal, onTask: see });
    } catch (error) {
      signal.throwIfAborted();
      lost = isBusy(rateLimit) ? 0 : lost + 1;
      if (lost > 0 && !isLost(error, lost)) throw error;
      why = lost > 0 ? reasonOf(error) : `the agent is busy (HTTP ${rateLimit.status})`;
    }
    const next = Math.min(Math.max(pause, rateLimit.retryAfter ?? 0), MAX_DURATION);
    if (!isTold) warn(io, `${why}; it is asked again in ${formatDuration(next)}`);
    isTold = true;
    await delay(next, undefined, { signal }).catch(() => signal.throwIfAborted());
    pause = Math.max(options.interval, Math.min(pause * 2, MAX_PAUSE));
  }
}

/** Whether a poll, which is that many without an answer in a row, says no more than that the next may get one. */
function isLost(error: unknown, count: number): boolean {
  if (!(error instanceof TransportError) || count > MAX_LOST) return false;
  return error.status === undefined || GATEWAY_STATUSES.includes(error.status);
}
