import type { StreamResponse, Task } from "@a2akit/types";
import type { LogEntry } from "../log-entry.ts";

/** The frame that tells of an entry; a message entry has none. `taskAt` gives the Task folded up to it. */
export function frameOf(entry: LogEntry, taskAt: () => Task): StreamResponse | undefined {
  if (entry.type === "status") return { statusUpdate: entry.event };
  if (entry.type === "artifact") return { artifactUpdate: entry.event };
  return entry.type === "task" ? { task: taskAt() } : undefined;
}
