import { isInterrupted, isTerminal } from "@a2akit/protocol";
import type { TaskState } from "@a2akit/types";
import { failed } from "./agent-events.ts";
import type { Appender } from "./appender.ts";
import { jsonSize } from "./json-size.ts";
import { type LogEntry, statusOf } from "./log-entry.ts";
import { type EntryContext, toEntry } from "./to-entry.ts";

/** Turns what one run yields into entries, and knows where that left the task. */
export interface Recorder {
  /** One event of the agent. @throws A2AError InvalidAgentResponse for anything that is none. */
  take(event: unknown): void;
  /** Entries of the run itself: they count as no growth of the task. */
  write(entry: LogEntry): void;
  ended(): boolean;
  /** Neither terminal nor interrupted: the task would hang if its run left it there. */
  open(): boolean;
}

export interface RecorderOptions {
  readonly writer: Appender;
  readonly ids: EntryContext;
  /** Bytes of the task when the run began, and the most that it may have. */
  readonly bytes: number;
  readonly limit: number;
}

export function createRecorder({ writer, ids, bytes: start, limit }: RecorderOptions): Recorder {
  let bytes = start;
  let chunks = false;
  let state: TaskState | undefined;

  function write(entry: LogEntry): void {
    state = statusOf(entry)?.state ?? state;
    writer.push(entry);
  }

  return {
    write,
    take(event) {
      const entry = toEntry(event, ids, chunks);
      chunks ||= typeof event === "string";
      bytes += jsonSize(entry);
      if (bytes <= limit) write(entry);
      else write(toEntry(failed(`The task grew over its limit of ${limit} bytes.`), ids, false));
    },
    ended: () => state !== undefined && isTerminal(state),
    open: () => state === undefined || !(isTerminal(state) || isInterrupted(state)),
  };
}
