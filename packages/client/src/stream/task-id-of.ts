import type { StreamResponse } from "@a2akit/types";

/** The task that an event is of; undefined for a message outside of any, and where an agent writes what it leaves out as an empty string. */
export function taskIdOf({ task, message, statusUpdate, artifactUpdate }: StreamResponse): string | undefined {
  return (message ?? statusUpdate ?? artifactUpdate)?.taskId || task?.id || undefined;
}
