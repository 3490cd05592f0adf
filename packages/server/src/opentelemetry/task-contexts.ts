import { type Context, ROOT_CONTEXT, type SpanContext, trace } from "@opentelemetry/api";

/** Tasks whose last run is remembered; the oldest are forgotten first. */
const MAX_TASKS = 10_000;

export interface TaskContexts {
  set(taskId: string, context: Context): void;
  /** The context of the run that worked on the task last; the root where none is known. */
  get(taskId: string): Context;
}

export function createTaskContexts(limit = MAX_TASKS): TaskContexts {
  const known = new Map<string, SpanContext>();
  return {
    set(taskId, context) {
      const span = trace.getSpanContext(context);
      if (span === undefined) return;
      // The last place in the order of a Map is that of the newest key.
      known.delete(taskId);
      known.set(taskId, span);
      if (known.size <= limit) return;
      const [oldest] = known.keys();
      if (oldest !== undefined) known.delete(oldest);
    },
    get(taskId) {
      const span = known.get(taskId);
      return span === undefined ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, span);
    },
  };
}
