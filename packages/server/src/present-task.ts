import type { Task } from "@a2akit/types";

/** A2A §3.2.4: at most `length` of the newest messages; 0 leaves `history` out; unset is all. Cuts a copy, never the log. */
export function cutHistory(task: Task, length: number | undefined): Task {
  const { history, ...rest } = task;
  if (length === undefined || history === undefined || history.length <= length) return task;
  return length === 0 ? rest : { ...rest, history: history.slice(-length) };
}

/** A2A §3.1.4: no `artifacts` member unless asked for. */
export function withoutArtifacts({ artifacts: _, ...task }: Task): Task {
  return task;
}
