import { A2AError, isInterrupted, isTerminal } from "@a2akit/protocol";
import type { Message } from "@a2akit/types";
import { statusOf } from "../log-entry.ts";
import { taskNotFound } from "../task-not-found.ts";
import type { Scope, Stored, TaskStore } from "../task-store.ts";

/** A message entry whose run is waited for. */
export interface Input {
  readonly scope: Scope;
  readonly taskId: string;
  /** Its number. */
  readonly input: number;
}

/** A direct Message, or the Task as of an entry. */
export type RunAnswer =
  | { readonly kind: "message"; readonly message: Message }
  | { readonly kind: "task"; readonly number: number };

/**
 * Reads the log until the run that answers a message did so; with `until: "start"`, until it did anything.
 *
 * Looks only at entries of that run, or at a terminal one: a task that ended before the turn of a queued message came is
 * UnsupportedOperation (A2A §3.1.1).
 * @throws A2AError UnsupportedOperation, TaskNotFound; `signal.reason` on abort.
 */
export async function awaitRun(
  store: TaskStore,
  { scope, taskId, input }: Input,
  { until, signal }: { readonly until: "answer" | "start"; readonly signal: AbortSignal },
): Promise<RunAnswer> {
  for await (const stored of store.entries(scope, taskId, input, signal)) {
    const answer = answerOf(stored, input, until);
    if (answer !== undefined) return answer;
  }
  signal.throwIfAborted();
  const compacted = await store.load(scope, taskId);
  if (compacted === undefined) throw taskNotFound(taskId);
  return { kind: "task", number: compacted.last };
}

/** What an entry means to the call whose message is number `own`; `undefined`: nothing yet. */
export function answerOf(
  { number, input, entry }: Stored,
  own: number,
  until: "answer" | "start",
): RunAnswer | undefined {
  const state = statusOf(entry)?.state;
  if (input === own) {
    if (entry.type === "message") return { kind: "message", message: entry.message };
    const done = state !== undefined && (isTerminal(state) || isInterrupted(state));
    return done || until === "start" ? { kind: "task", number } : undefined;
  }
  if (state === undefined || !isTerminal(state)) return undefined;
  throw new A2AError("UnsupportedOperation", { message: "The task ended before it came to this message" });
}
