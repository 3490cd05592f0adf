import {
  A2AError,
  EXTENSIONS_HEADER,
  isInterrupted,
  isTerminal,
  parseExtensions,
  TransportError,
} from "@a2akit/protocol";
import type { Method, StreamResponse } from "@a2akit/types";
import type { Reply, StreamEvent } from "../transport/transport.ts";
import { backOff, type RetryOptions } from "../waiting/retry.ts";
import { EVENT_LOG_EXTENSION } from "./event-log.ts";
import { shortcut } from "./shortcut.ts";

/** A stream was cut off and taken up again. */
export interface Resumption {
  readonly taskId: string;
  /** What had ended the stream. */
  readonly cause: unknown;
  /** Whether events may be missing: the next event is then the whole Task, which replaces what was gathered so far. */
  readonly gap: boolean;
}

export interface FollowOptions {
  readonly method: Method;
  readonly params: object;
  /** One request; `after` is the event to go on after. */
  readonly open: (method: Method, params: object, after?: string) => Promise<Reply>;
  readonly resume?: RetryOptions | undefined;
  readonly onResume?: ((resumption: Resumption) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * The events of a streaming method, taken up again with SubscribeToTask where they are cut off before the task is in a terminal or interrupted
 * state: after the last event where the agent keeps an event log, else with a fresh Task.
 *
 * @throws TransportError when they were cut off for good; A2AError as the agent says.
 */
export function followEvents(options: FollowOptions): AsyncIterable<StreamResponse> {
  const ready: StreamResponse[] = [];
  return shortcut(follow(options, ready), ready);
}

/** @param ready holds what arrived together, the next event last */
async function* follow(options: FollowOptions, ready: StreamResponse[]): AsyncGenerator<StreamResponse, undefined> {
  const { method, params, open, resume, onResume, signal } = options;
  let connect = () => open(method, params);
  /** For a stream that was taken up again: called with its first event. */
  let notice: ((gap: boolean) => void) | undefined;
  let taskId: string | undefined;
  /** The id of the last event, while there is an event log. */
  let lastId: string | undefined;
  let isLog = false;
  /** Events of this connection. */
  let count = 0;
  /** Tries to go on without progress. A Task that opens a stream is none: it comes however often an agent hangs up. */
  let failures = 0;
  /** Whether the task has ended or waits for its client, or a message came. */
  let isOver = false;
  /** Whether that is a state from before the message or the subscription, as a Task that opens a stream may have it. */
  let isOld = false;

  /** Takes an event that the stream has not had before, and none after the one that the lost part would have ended with. */
  function take({ id, value }: StreamEvent): void {
    if (isCaughtUp()) return;
    const isKnown = isLog && Number(id) <= Number(lastId);
    count += 1;
    if (count === 1) notice?.(!isKnown);
    if (count > 1 || !value.task) failures = 0;
    if (isKnown) return;
    note(value);
    lastId = isLog ? id : undefined;
    ready.push(value);
  }

  function note({ task, message, statusUpdate, artifactUpdate }: StreamResponse): void {
    taskId ??= (statusUpdate ?? artifactUpdate)?.taskId ?? task?.id;
    // Taken on trust: it may lack its status.
    const state = (task ?? statusUpdate)?.status?.state;
    if (state) {
      isOver = isTerminal(state) || isInterrupted(state);
      isOld = count === 1 && (!notice || method === "SubscribeToTask") && isInterrupted(state);
    }
    if (message) isOver = true;
  }

  const isSettled = () => isOver && !isOld;
  const isCaughtUp = () => count === 1 && notice !== undefined && isSettled();

  /** Where the agent cannot go on after that event, a fresh Task is asked for; where it has no stream to offer, the Task alone. */
  async function subscribe(): Promise<Reply> {
    const request = { id: taskId };
    try {
      return await open("SubscribeToTask", request, lastId);
    } catch (error) {
      if (!(error instanceof A2AError)) throw error;
      if (lastId !== undefined) {
        lastId = undefined;
        return subscribe();
      }
      if (!/^(UnsupportedOperation|MethodNotFound)/.test(error.name)) throw error;
      const reply = await open("GetTask", request);
      return reply.kind === "result" ? { ...reply, result: { task: reply.result } } : reply;
    }
  }

  /** Waits, and has the next connection go on where this one was cut off. */
  async function resumeAfter(cause: unknown): Promise<void> {
    const id = taskId;
    if (id === undefined) throw cause;
    failures += 1;
    await backOff(cause, { ...resume, attempt: failures, signal });
    connect = subscribe;
    notice = (gap) => onResume?.({ taskId: id, cause, gap });
  }

  for (;;) {
    let cause: unknown = new TransportError("The stream ended before the task did");
    try {
      const reply = await connect();
      isLog = parseExtensions(reply.headers.get(EXTENSIONS_HEADER)).includes(EVENT_LOG_EXTENSION);
      count = 0;
      for await (const batch of eventsOf(reply)) {
        try {
          for (const event of batch) take(event);
        } finally {
          // What came before an error is no less true.
          ready.reverse();
          while (ready.length > 0) yield ready.pop() as StreamResponse;
        }
        if (isCaughtUp()) return;
      }
      // At its end a stream is over in an old state too: an agent may close one on a task that had waited for its client before.
      if (isOver) return;
    } catch (error) {
      if (isSettled()) return;
      cause = error;
    }
    await resumeAfter(cause);
  }
}

/** The result of a streaming method is one event. */
function eventsOf(reply: Reply): AsyncIterable<Iterable<StreamEvent>> | Iterable<StreamEvent>[] {
  return reply.kind === "events" ? reply.events : [[{ value: reply.result as StreamResponse }]];
}
