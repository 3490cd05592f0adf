import {
  type Client,
  isInterrupted,
  isTerminal,
  type Resumption,
  type StreamResponse,
  type Task,
  TransportError,
  waitForTask,
} from "@a2akit/client";
import type { Context } from "./context.ts";
import { jsonLine, warn } from "./output.ts";
import { reportTask } from "./print.ts";
import { renderState } from "./render.ts";
import { createStreamRenderer } from "./stream-renderer.ts";

/** For the options of a stream: says so when it went on with a gap. */
export function onResume({ io }: Context): (resumption: Resumption) => void {
  return ({ gap }) => {
    if (gap) warn(io, "the stream was cut off and went on; something may be missing");
  };
}

type Seen = Pick<Task, "id" | "contextId" | "status">;

/**
 * Shows events as they come; the last output carries ids and final state (SEND_003, OUT_001).
 *
 * A stream that breaks or ends before a terminal or interrupted state is followed by polling (TASK_POLL_004).
 */
export async function follow(
  context: Context,
  { client, events }: { client: Client; events: AsyncIterable<StreamResponse> },
): Promise<void> {
  const { invocation, io } = context;
  const renderer = createStreamRenderer();
  const isJson = invocation.values.output === "json";
  const show = (event: StreamResponse) => io.stdout.write(isJson ? jsonLine(event) : renderer.push(event));
  let seen: Seen | undefined;
  let last: StreamResponse | undefined;
  try {
    for await (const event of events) {
      seen = seenIn(event) ?? seen;
      last = event;
      show(event);
    }
  } catch (error) {
    if (!seen || !(error instanceof TransportError)) throw error;
    warn(io, `the stream broke (${error.message}); polling`);
  }
  if (!isJson) io.stdout.write(renderer.end());
  if (!seen) return;
  const isSettled = isTerminal(seen.status.state) || isInterrupted(seen.status.state);
  if (!isSettled || last?.artifactUpdate) {
    seen = await waitForTask(client, seen.id, {
      stream: false,
      interval: invocation.values["poll-interval"],
      signal: context.signal,
    });
    show({ task: seen });
  } else if (!isJson) {
    io.stdout.write(renderState(seen));
  }
  reportTask(context, seen);
}

function seenIn({ task, statusUpdate }: StreamResponse): Seen | undefined {
  if (task) return task;
  return statusUpdate && { id: statusUpdate.taskId, contextId: statusUpdate.contextId, status: statusUpdate.status };
}
