import { EXTENSIONS_HEADER, isInterrupted, isTerminal, parseExtensions } from "@a2akit/protocol";
import type { TaskState } from "@a2akit/types";
import type { Reply, StreamEvent } from "./transport.ts";

/** With it, event ids are numbers of the task's log, after any of which a stream can be taken up again. */
export const EVENT_LOG_EXTENSION = "urn:a2akit:event-log:1";

/** What is known of a connection before its first event. */
export interface Beginning {
  /** Whether a Task that comes first may show a state from before the message or the subscription. */
  readonly mayBeOld: boolean;
  /** For a stream that was taken up again: called with the first event; `gap`: events may be missing before it. */
  readonly notice?: ((gap: boolean) => void) | undefined;
}

/** How far a stream has come. */
export interface Place {
  /** Another connection of the same stream begins. */
  begin(reply: Reply, beginning: Beginning): void;
  /** Notes an event, and says whether it is one that the stream has not had before. */
  take(event: StreamEvent): boolean;
  /** Whether the stream has nothing more to say: the task has ended or waits for its client, or a message came. */
  isSettled(): boolean;
  /** The same at the end of a stream: an agent may close one on a task that had waited for its client before. */
  isOver(): boolean;
  /** The same for the first event of a stream that was taken up again, which the lost part would have ended with. */
  isCaughtUp(): boolean;
  readonly taskId: string | undefined;
  /** The id of the last event, while there is an event log. */
  id: string | undefined;
  /** Tries to go on without progress. A Task that opens a stream is none: it comes however often an agent hangs up. */
  failures: number;
}

export function createPlace(): Place {
  let isLog = false;
  let count = 0;
  let beginning: Beginning = { mayBeOld: false };
  let isAnswered = false;
  let isOld = false;
  let state: TaskState | undefined;

  const isOver = () => isAnswered || (state !== undefined && (isTerminal(state) || isInterrupted(state)));
  const isSettled = () => isOver() && !isOld;

  const place: Place & { taskId: string | undefined } = {
    id: undefined,
    taskId: undefined,
    failures: 0,
    begin(reply, given) {
      isLog = parseExtensions(reply.headers.get(EXTENSIONS_HEADER)).includes(EVENT_LOG_EXTENSION);
      count = 0;
      beginning = given;
    },
    take({ id, value: { task, message, statusUpdate, artifactUpdate } }) {
      const isKnown = isLog && Number(id) <= Number(place.id);
      count += 1;
      if (count === 1) beginning.notice?.(!isKnown);
      if (count > 1 || !task) place.failures = 0;
      if (isKnown) return false;
      place.id = isLog ? id : undefined;
      place.taskId ??= task?.id ?? statusUpdate?.taskId ?? artifactUpdate?.taskId;
      state = (task ?? statusUpdate)?.status.state ?? state;
      isAnswered = message !== undefined;
      isOld = count === 1 && beginning.mayBeOld && state !== undefined && isInterrupted(state);
      return true;
    },
    isSettled,
    isOver,
    isCaughtUp: () => count === 1 && beginning.notice !== undefined && isSettled(),
  };
  return place;
}
