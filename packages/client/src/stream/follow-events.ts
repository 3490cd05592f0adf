import { A2AError, EXTENSIONS_HEADER, isInterrupted, isTerminal, TransportError } from "@a2akit/protocol";
import type { Method, StreamResponse } from "@a2akit/types";
import type { Reply, StreamEvent } from "../transport/transport.ts";
import { backOff, isTransient, type RetryOptions } from "../waiting/retry.ts";
import { EVENT_LOG_EXTENSION } from "./event-log.ts";
import { handOut } from "./hand-out.ts";

/** Milliseconds that a stream whose task has ended, or whose message has come, may stay open without an event: agents are to close it (A2A §3.1.2). */
export const STREAM_GRACE = 10_000;

/** A stream was cut off and taken up again. */
export interface Resumption {
  readonly taskId: string;
  /** What had ended the stream. */
  readonly cause: unknown;
  /** Whether events may be missing: the next event is then the whole Task, which replaces what was gathered so far. */
  readonly gap: boolean;
}

/** A reply, and how to end the connection that brings it. */
export type Opened = Reply & { readonly expire: () => void };

export interface FollowOptions {
  readonly method: Method;
  readonly params: object;
  /** One request; `after` is the event to go on after. */
  readonly open: (method: Method, params: object, after?: string) => Promise<Opened>;
  /** How a subscription is tried until its first event. */
  readonly retry?: RetryOptions | undefined;
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
  return handOut(follow(options, ready), ready);
}

/** @param ready holds what arrived together, the next event last */
async function* follow(options: FollowOptions, ready: StreamResponse[]): AsyncGenerator<StreamResponse, undefined> {
  const { method, params, open, resume, onResume, signal } = options;
  /** Whether an event has come. */
  let isBegun = false;
  /** For a stream that was taken up again: called with its first event. */
  let notice: ((gap: boolean) => void) | undefined;
  let { tenant, id: taskId }: { readonly id?: string; readonly tenant?: string } = params;
  /** The id of the last event, while there is an event log. */
  let lastId: string | undefined;
  let isLog = false;
  /** Events of this connection. */
  let count = 0;
  /** Tries to go on without progress. A Task that opens a stream is none: it comes however often an agent hangs up. */
  let failures = 0;
  /** Whether the task has ended, or a message came. */
  let isEnd = false;
  /** Whether that is so, or the task waits for its client. */
  let isOver = false;
  /** Whether that is a state from before the message or the subscription, as a Task that opens a stream may have it. */
  let isOld = false;

  /** Takes an event that the stream has not had before, and none after the one that the lost part would have ended with. */
  function take({ id, value }: StreamEvent): void {
    if (isCaughtUp()) return;
    const isKnown = isLog && Number(id) <= Number(lastId);
    count += 1;
    if (count === 1 && isBegun) notice?.(!isKnown);
    if (count > 1 || !value.task) failures = 0;
    isBegun = true;
    if (isKnown) return;
    note(value);
    lastId = isLog ? id : undefined;
    ready.push(value);
  }

  function takeAll(batch: Iterable<StreamEvent>): void {
    try {
      for (const event of batch) take(event);
    } finally {
      ready.reverse();
    }
  }

  function note({ task, message, statusUpdate, artifactUpdate }: StreamResponse): void {
    taskId ||= (statusUpdate ?? artifactUpdate)?.taskId || task?.id;
    // Taken on trust: it may lack its status, or not say of which task it is.
    const state = (task ?? statusUpdate)?.status?.state;
    // The state of another task, which agents that call others may let through, says nothing of this one.
    if (state && (task?.id || statusUpdate?.taskId || taskId) === taskId) {
      isEnd = isTerminal(state);
      isOver = isEnd || isInterrupted(state);
      isOld = count === 1 && (!notice || method === "SubscribeToTask") && isInterrupted(state);
    }
    if (message) isOver = isEnd = true;
  }

  const isCaughtUp = () => count === 1 && notice && isOver && !isOld;

  /** Later on, where the agent cannot go on after that event, a fresh Task is asked for; where it has no stream to offer, the Task alone. */
  async function connect(): Promise<Opened> {
    if (!notice) return open(method, params);
    const request = tenant ? { tenant, id: taskId } : { id: taskId };
    try {
      return await open("SubscribeToTask", request, lastId);
    } catch (error) {
      if (!(error instanceof A2AError) || isTransient(error)) throw error;
      if (lastId !== undefined) {
        lastId = undefined;
        return connect();
      }
      if (!/^(UnsupportedOperation|MethodNotFound)/.test(error.name)) throw error;
      const reply = await open("GetTask", request);
      return reply.kind === "result" ? { ...reply, result: { task: reply.result } } : reply;
    }
  }

  /** Waits, and has the next connection go on where this one was cut off. */
  async function resumeAfter(
    cause: unknown = new TransportError("The stream ended before the task did"),
  ): Promise<void> {
    const id = taskId;
    if (!id) throw cause;
    failures += 1;
    await backOff(cause, { ...(isBegun ? resume : options.retry), attempt: failures, signal });
    notice = (gap) => onResume?.({ taskId: id, cause, gap });
  }

  for (;;) {
    let cause: unknown;
    let timer: ReturnType<typeof setTimeout> | undefined;
    try {
      const reply = await connect();
      isLog = String(reply.headers.get(EXTENSIONS_HEADER))
        .split(/[\s,]+/)
        .includes(EVENT_LOG_EXTENSION);
      count = 0;
      for await (const batch of eventsOf(reply)) {
        clearTimeout(timer);
        try {
          takeAll(batch);
        } finally {
          // What came before an error is no less true.
          while (ready.length > 0) yield ready.pop() as StreamResponse;
        }
        if (isCaughtUp()) return;
        // The time runs while the agent is waited for, not while the caller is at work.
        if (isEnd) timer = setTimeout(reply.expire, STREAM_GRACE);
      }
    } catch (error) {
      cause = error;
    } finally {
      clearTimeout(timer);
    }
    // At its end a stream is over in an old state too: an agent may close one on a task that had waited for its client before.
    if (isOver && (isEnd || !cause || !isOld)) return;
    await resumeAfter(cause);
  }
}

/** The result of a streaming method is one event. */
function eventsOf(reply: Reply): AsyncIterable<Iterable<StreamEvent>> | Iterable<StreamEvent>[] {
  return reply.events ?? [[{ value: reply.result as StreamResponse }]];
}
