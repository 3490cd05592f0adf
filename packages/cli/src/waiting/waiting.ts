import { A2AError, isInterrupted, isTerminal, type Task, type TaskState, TransportError } from "@a2akit/client";
import { CliError, isInterruption } from "../cli-error.ts";
import { commandLine } from "../command-line/command-line.ts";
import type { Context } from "../context.ts";
import { isBusy } from "../fetch/rate-limit.ts";
import { createProgress } from "../output/progress.ts";
import { formatDuration } from "./duration.ts";

/** Milliseconds between two looks of somebody who waits at a terminal. */
const TICK = 1_000;

/** Shows a person at a terminal what is waited for, and for how long already. */
export interface Waiting {
  /** What is known of the task. */
  see(task: Pick<Task, "status">): void;
  stop(): void;
}

export function startWaiting({ io }: Context): Waiting {
  const progress = createProgress(io);
  const start = performance.now();
  let state: TaskState | undefined;
  const show = () => progress.show(`${state ?? "for the agent"}, ${formatDuration(performance.now() - start)}`);
  const timer = io.terminal.stderr ? setInterval(show, TICK) : undefined;
  return {
    see({ status }) {
      state = status.state;
    },
    stop() {
      clearInterval(timer);
      progress.clear();
    },
  };
}

/** What ended a wait says which task goes on, and how to find it again (TASK_POLL_002). */
export function withTask(error: unknown, id: string, { invocation: { tokens } }: Context): unknown {
  if (!(error instanceof CliError) || !(error.code === "A2ACLI_ERR_TIMEOUT" || isInterruption(error))) return error;
  return new CliError(error.code, `${error.message}; task ${id} goes on`, {
    cause: error,
    hint: commandLine(tokens, "task", "get", id, "--wait"),
  });
}

/** Whether a stream that failed leaves the task to be polled: it broke off, or the agent is too busy to go on with it (TASK_POLL_004). */
export function isBroken(error: unknown, { rateLimit }: Pick<Context, "rateLimit">): boolean {
  return error instanceof TransportError || (error instanceof A2AError && isBusy(rateLimit));
}

/** Whether a wait ends in this state: terminal ones and those that need the user (TASK_POLL_003). */
export function isSettled(state: TaskState, { invocation }: Pick<Context, "invocation">): boolean {
  if (state === "TASK_STATE_AUTH_REQUIRED") return !invocation.values["await-auth"];
  return isTerminal(state) || isInterrupted(state);
}
