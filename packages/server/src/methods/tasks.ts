import { A2AError, isTerminal } from "@a2akit/protocol";
import type { ListTasksRequest, Task } from "@a2akit/types";
import type { CallContext } from "../call-context.ts";
import type { RequestHandler, Services } from "../dispatch/request-handler.ts";
import { EVENT_LOG_EXTENSION } from "../event-log-extension.ts";
import { invalidParams } from "../invalid-params.ts";
import { DEFAULT_PAGE_SIZE } from "../limits.ts";
import { taskNotFound } from "../task-not-found.ts";
import { cutHistory, showArtifacts } from "./present-task.ts";

/** GetTask, ListTasks and SubscribeToTask (A2A §3.1.3, §3.1.4, §3.1.6). */
export function createTaskMethods(
  services: Services,
): Pick<RequestHandler, "GetTask" | "ListTasks" | "SubscribeToTask"> {
  const { store, streams, limits } = services;

  async function find(id: string, { scope }: CallContext, upTo?: number): Promise<{ task: Task; last: number }> {
    const found = await store.load(scope, id, upTo);
    if (found === undefined) throw taskNotFound(id);
    return found;
  }

  return {
    async GetTask({ id, historyLength }, context) {
      const { task } = await find(id, context);
      return cutHistory(task, historyLength);
    },

    async ListTasks(query, { scope }) {
      const { pageSize = Math.min(DEFAULT_PAGE_SIZE, limits.pageSize), historyLength } = query;
      if (pageSize < 1 || pageSize > limits.pageSize)
        throw invalidParams([{ field: "pageSize", description: `must be from 1 to ${limits.pageSize}` }]);
      requireTimestamp(query.statusTimestampAfter);
      const { tasks, nextPageToken, totalSize } = await store.list(scope, { ...withoutDefault(query), pageSize });
      const present = (task: Task): Task => cutHistory(showArtifacts(task, query.includeArtifacts), historyLength);
      return { tasks: tasks.map(present), nextPageToken, pageSize, totalSize };
    },

    async SubscribeToTask({ id }, context) {
      const { scope, lastEventId } = context;
      const slot = streams.reserve(context.caller);
      try {
        const now = await find(id, context);
        const ended = isTerminal(now.task.status.state);
        if (lastEventId === undefined && ended)
          throw new A2AError("UnsupportedOperation", { message: "The task has ended" });
        const from = lastEventId === undefined ? now : await find(id, context, readPosition(lastEventId, now.last));
        const ids = context.extensions.has(EVENT_LOG_EXTENSION);
        const complete = isTerminal(from.task.status.state);
        return streams.follow({
          scope,
          taskId: id,
          after: from.last,
          opening: { task: from.task },
          ids,
          slot,
          complete,
        });
      } catch (error) {
        streams.release(slot);
        throw error;
      }
    },
  };
}

/** A state that says nothing is the default of `status`, which ProtoJSON does not tell from no member at all (A2A §5.7). */
function withoutDefault({ status, ...query }: ListTasksRequest): ListTasksRequest {
  return status === undefined || status === "TASK_STATE_UNSPECIFIED" ? query : { ...query, status };
}

const RFC_3339 = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,9})?Z$/;

/** A2A §5.6.1; the codec has turned other offsets into Z. */
function requireTimestamp(time: string | undefined): void {
  if (time === undefined || (RFC_3339.test(time) && !Number.isNaN(Date.parse(time)))) return;
  throw invalidParams([{ field: "statusTimestampAfter", description: "must be an RFC 3339 time" }]);
}

function readPosition(lastEventId: string, last: number): number {
  const position = /^\d{1,15}$/.test(lastEventId) ? Number(lastEventId) : 0;
  if (position < 1 || position > last) {
    throw new A2AError("InvalidParams", {
      message: `Last-Event-ID must be the number of an event of this task, from 1 to ${last}`,
    });
  }
  return position;
}
