import { A2AError, TransportError } from "@a2akit/protocol";
import type { Method, StreamResponse, Task } from "@a2akit/types";
import { backOff, isTransient, type RetryOptions } from "./retry.ts";
import { type Beginning, createPlace, type Place } from "./stream-place.ts";
import type { Reply, StreamEvent } from "./transport.ts";

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

/** One connection of a stream. */
interface Attempt extends Beginning {
  readonly connect: () => Promise<Reply>;
}

/**
 * The events of a streaming method, taken up again with SubscribeToTask where they are cut off before the task is in a terminal or interrupted
 * state: after the last event where the agent keeps an event log, else with a fresh Task.
 *
 * @throws TransportError when they were cut off for good; A2AError as the agent says.
 */
export async function* followEvents(options: FollowOptions): AsyncGenerator<StreamResponse, undefined> {
  const { method, params, open } = options;
  const place = createPlace();
  let attempt: Attempt = { connect: () => open(method, params), mayBeOld: true };
  for (;;) {
    let cause: unknown = new TransportError("The stream ended before the task did");
    try {
      const reply = await attempt.connect();
      place.begin(reply, attempt);
      for await (const batch of eventsOf(reply)) {
        for (const event of newOf(batch, place)) yield event;
        if (place.isCaughtUp()) return;
      }
      if (place.isOver()) return;
    } catch (error) {
      if (place.isSettled()) return;
      cause = error;
    }
    attempt = await nextAttempt(cause, place, options);
  }
}

/** @throws the cause, where nothing can be taken up again or that would not help; the signal's reason. */
async function nextAttempt(
  cause: unknown,
  place: Place,
  { method, open, resume, onResume, signal }: FollowOptions,
): Promise<Attempt> {
  const { taskId } = place;
  if (taskId === undefined || !isTransient(cause)) throw cause;
  place.failures += 1;
  await backOff(cause, { ...resume, attempt: place.failures, signal });
  return {
    connect: () => subscribe(open, taskId, place),
    mayBeOld: method === "SubscribeToTask",
    notice: (gap) => onResume?.({ taskId, cause, gap }),
  };
}

/** What the stream has not had before. */
function* newOf(batch: Iterable<StreamEvent>, place: Place): Iterable<StreamResponse> {
  for (const event of batch) {
    if (place.take(event)) yield event.value;
    if (place.isCaughtUp()) return;
  }
}

/** A result is the Task that was asked for in place of its events. */
function eventsOf(reply: Reply): AsyncIterable<Iterable<StreamEvent>> | Iterable<StreamEvent>[] {
  return reply.kind === "events" ? reply.events : [[{ value: { task: reply.result as Task } }]];
}

/** Where the agent cannot go on after that event, a fresh Task is asked for; where it has no stream to offer, the Task alone. */
async function subscribe(open: FollowOptions["open"], id: string, place: Place): Promise<Reply> {
  try {
    return await open("SubscribeToTask", { id }, place.id);
  } catch (error) {
    if (!(error instanceof A2AError)) throw error;
    if (place.id !== undefined) {
      place.id = undefined;
      return subscribe(open, id, place);
    }
    if (!["UnsupportedOperationError", "MethodNotFoundError"].includes(error.name)) throw error;
    return open("GetTask", { id });
  }
}
