import type { Task } from "@a2akit/types";

/** A2A §3.2.4: at most `length` of the newest messages; 0 leaves `history` out; unset is all. Cuts a copy, never the log. */
export function cutHistory(task: Task, length: number | undefined): Task {
  if (length === undefined || task.history === undefined || task.history.length <= length) return task;
  const { history, ...rest } = task;
  return length === 0 ? rest : { ...rest, history: history.slice(-length) };
}

/** A2A §3.1.4: no `artifacts` member unless asked for; asked for, it is there even when empty. */
export function showArtifacts({ artifacts, ...task }: Task, shown: boolean | undefined): Task {
  return shown === true ? { ...task, artifacts: artifacts ?? [] } : task;
}
