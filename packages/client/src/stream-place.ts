import { EXTENSIONS_HEADER, isInterrupted, isTerminal, parseExtensions } from "@a2akit/protocol";
import type { TaskState } from "@a2akit/types";
import type { Reply, StreamEvent } from "./transport.ts";

/** With it, event ids are numbers of the task's log, after any of which a stream can be taken up again. */
export const EVENT_LOG_EXTENSION = "urn:a2akit:event-log:1";

/** How far a stream has come. */
export interface Place {
  /** Another connection of the same stream begins. */
  begin(reply: Reply, mayBeOld: boolean): void;
  /** Notes an event, and says what it is to the stream. */
  take(event: StreamEvent): { readonly isFirst: boolean; readonly isKnown: boolean };
  /** Whether the stream has nothing more to say: the task has ended or waits for its client, or a message came. */
  isSettled(): boolean;
  /** The same at the end of a stream: an agent may close one on a task that had waited for its client before. */
  isOver(): boolean;
  /** Tries to go on without progress. A Task that opens a stream is none: it comes however often an agent hangs up. */
  failures: number;
  readonly taskId: string | undefined;
  /** The id of the last event, while there is an event log. */
  id: string | undefined;
}

export function createPlace(): Place {
  let isLog = false;
  let isFirst = true;
  let mayBeOld = false;
  let isAnswered = false;
  let isOld = false;
  let state: TaskState | undefined;
  let taskId: string | undefined;

  const isDone = () => isAnswered || (state !== undefined && (isTerminal(state) || isInterrupted(state)));

  return {
    id: undefined,
    failures: 0,
    get taskId() {
      return taskId;
    },
    begin(reply, old) {
      isLog = parseExtensions(reply.headers.get(EXTENSIONS_HEADER)).includes(EVENT_LOG_EXTENSION);
      isFirst = true;
      mayBeOld = old;
    },
    take({ id, value: { task, message, statusUpdate, artifactUpdate } }) {
      const seen = { isFirst, isKnown: isLog && Number(id) <= Number(this.id) };
      if (!isFirst || !task) this.failures = 0;
      isFirst = false;
      if (seen.isKnown) return seen;
      this.id = isLog ? id : undefined;
      taskId ??= task?.id ?? statusUpdate?.taskId ?? artifactUpdate?.taskId;
      state = (task ?? statusUpdate)?.status.state ?? state;
      isAnswered = message !== undefined;
      isOld = seen.isFirst && mayBeOld && state !== undefined && isInterrupted(state);
      return seen;
    },
    isSettled: () => isDone() && !isOld,
    isOver: isDone,
  };
}
