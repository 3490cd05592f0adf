import { TransportError } from "@a2akit/protocol";
import type { Method, StreamResponse, TaskState } from "@a2akit/types";
import { expect } from "vitest";
import type { StreamEvent } from "../transport/transport.ts";
import { EVENT_LOG_EXTENSION } from "./event-log.ts";
import { type FollowOptions, followEvents, type Opened, type Resumption } from "./follow-events.ts";

export const task = (state: TaskState): StreamResponse => ({ task: { id: "t", status: { state } } });
export const status = (state: TaskState): StreamResponse => ({
  statusUpdate: { taskId: "t", contextId: "c", status: { state } },
});
export const artifact: StreamResponse = {
  artifactUpdate: { taskId: "t", contextId: "c", artifact: { artifactId: "a", parts: [{ text: "x" }] } },
};
export const message: StreamResponse = { message: { messageId: "m", role: "ROLE_AGENT", parts: [{ text: "x" }] } };
export const submitted = task("TASK_STATE_SUBMITTED");
export const working = status("TASK_STATE_WORKING");
export const completed = status("TASK_STATE_COMPLETED");
export const asking = status("TASK_STATE_INPUT_REQUIRED");
export const reset = new TransportError("Lost the connection");

/** One answer: events, then what cuts them off. With `from`, they are numbered from there, and the log is on. */
export interface Answer {
  readonly events?: readonly StreamResponse[];
  readonly from?: number;
  readonly cut?: unknown;
  readonly result?: unknown;
}

/** @param size events that arrive together */
export function replyOf({ events = [], from, cut, result }: Answer, size = 1): Opened {
  const expire = () => {};
  const headers = new Headers(from === undefined ? {} : { "a2a-extensions": EVENT_LOG_EXTENSION });
  if (result !== undefined) return { kind: "result", headers, result, expire };
  async function* stream(): AsyncIterable<Iterable<StreamEvent>> {
    const numbered = events.map((value, index) => ({ value, id: String((from ?? 40) + index) }));
    for (let at = 0; at < numbered.length; at += size) yield numbered.slice(at, at + size);
    if (cut !== undefined) throw cut;
  }
  return { kind: "events", headers, events: stream(), expire };
}

/**
 * Follows a stream whose requests are answered in turn; an answer that is an error refuses the request. What comes of it is the same whether events
 * arrive one by one or together.
 */
export async function follow(answers: readonly (Answer | Error)[], options: Partial<FollowOptions> = {}) {
  const outcome = await followBatches(answers, options, 1);
  expect(await followBatches(answers, options, 9)).toEqual(outcome);
  return outcome;
}

async function followBatches(answers: readonly (Answer | Error)[], options: Partial<FollowOptions>, size: number) {
  const requests: unknown[][] = [];
  const notices: Resumption[] = [];
  const seen: StreamResponse[] = [];
  const open = async (method: Method, params: object, after?: string) => {
    const answer = answers[requests.length];
    requests.push(after === undefined ? [method, params] : [method, params, after]);
    if (answer === undefined || answer instanceof Error) throw answer ?? new Error("One request too many");
    return replyOf(answer, size);
  };
  const events = followEvents({
    method: "SendStreamingMessage",
    params: {},
    open,
    retry: { delay: 0 },
    resume: { delay: 0 },
    onResume: (notice) => notices.push(notice),
    ...options,
  });
  let error: unknown;
  try {
    for await (const event of events) seen.push(event);
  } catch (thrown) {
    error = thrown;
  }
  return { seen, requests: requests.slice(1), notices, error };
}

export const subscription = ["SubscribeToTask", { id: "t" }];
