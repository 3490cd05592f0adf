import { A2AError, isTerminal } from "@a2akit/protocol";
import type { Task, TaskState } from "@a2akit/types";
import type { RequestHandler, Services } from "../dispatch/request-handler.ts";
import { statusOf } from "../log-entry.ts";
import { taskNotFound } from "../task-not-found.ts";
import type { Scope } from "../task-store.ts";
import { timestamp } from "../timestamp.ts";

/**
 * CancelTask (A2A §3.1.5). The agent is told and gets `timing.cancelGrace` to end its task by itself; then the task is
 * taken from it. Whoever cancels the same task meanwhile shares the wait.
 */
export function createCancelTask({ store, runs, waits, timing }: Services): Pick<RequestHandler, "CancelTask"> {
  const { lease, cancelGrace } = timing;
  const underWay = new Map<string, Promise<Task>>();

  async function cancel(scope: Scope, taskId: string): Promise<Task> {
    const found = await store.load(scope, taskId);
    if (found === undefined) throw taskNotFound(taskId);
    if (isTerminal(found.task.status.state)) throw notCancelable(found.task.status.state);
    const requested = await store.requestCancel(scope, taskId);
    if (requested === "requested") {
      runs.abort(taskId, "canceled");
      await ended(scope, taskId, found.last);
    }
    const run = await store.seize(scope, taskId, { lease });
    if (typeof run === "object") {
      const status = { state: "TASK_STATE_CANCELED", timestamp: timestamp() } as const;
      const { contextId = "" } = found.task;
      const appended = await store.append(run, [{ type: "status", event: { taskId, contextId, status } }]);
      // Another process took it meanwhile, to cancel it too.
      if (appended === "fenced") await ended(scope, taskId, found.last);
      runs.abort(taskId, "lost");
    }
    return result(scope, taskId);
  }

  /** Waits for the terminal entry, at most the grace. */
  async function ended(scope: Scope, taskId: string, after: number): Promise<void> {
    const controller = new AbortController();
    const timer = setTimeout(() => controller.abort(), cancelGrace);
    try {
      for await (const { entry } of store.entries(scope, taskId, after, controller.signal)) {
        const state = statusOf(entry)?.state;
        if (state !== undefined && isTerminal(state)) return;
      }
    } finally {
      clearTimeout(timer);
      controller.abort();
    }
  }

  async function result(scope: Scope, taskId: string): Promise<Task> {
    const found = await store.load(scope, taskId);
    if (found === undefined) throw taskNotFound(taskId);
    const { state } = found.task.status;
    if (state !== "TASK_STATE_CANCELED") throw notCancelable(state);
    return found.task;
  }

  return {
    async CancelTask({ id }, { scope, call }) {
      const key = JSON.stringify([scope.tenant, scope.owner, id]);
      const canceling = underWay.get(key) ?? cancel(scope, id).finally(() => underWay.delete(key));
      underWay.set(key, canceling);
      return waits.during(call.signal(), () => canceling);
    },
  };
}

function notCancelable(state: TaskState): A2AError {
  return new A2AError("TaskNotCancelable", { message: "The task has ended", metadata: { state } });
}
