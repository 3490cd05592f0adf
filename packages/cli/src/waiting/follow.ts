import { type Client, type Resumption, type StreamResponse, type Task, TransportError } from "@a2akit/client";
import type { Context } from "../context.ts";
import { reasonOf } from "../message-of.ts";
import { jsonLine, warn } from "../output/output.ts";
import { reportTask } from "../output/print.ts";
import { renderState } from "../output/render.ts";
import { createStreamRenderer } from "../output/stream-renderer.ts";
import { waitFor } from "./wait-for.ts";
import { isSettled, withTask } from "./waiting.ts";

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
  const renderer = createStreamRenderer({ verbose: invocation.values.verbose === true });
  const isJson = invocation.values.output === "json";
  const show = (event: StreamResponse) => io.stdout.write(isJson ? jsonLine(event) : renderer.push(event));
  const { seen, isComplete } = await showEvents(context, { events, show });
  if (!isJson) io.stdout.write(renderer.end());
  if (!seen) return;
  if (isSettled(seen.status.state, context) && isComplete) {
    if (!isJson) io.stdout.write(renderState(seen));
    return reportTask(context, seen);
  }
  const task = await waitFor(context, { client, id: seen.id });
  show({ task });
  reportTask(context, task);
}

/** The last that was seen of the task; an artifact at the very end says that something is missing. */
async function showEvents(
  context: Context,
  { events, show }: { events: AsyncIterable<StreamResponse>; show: (event: StreamResponse) => void },
): Promise<{ seen: Seen | undefined; isComplete: boolean }> {
  let seen: Seen | undefined;
  let isComplete = true;
  try {
    for await (const event of events) {
      seen = seenIn(event) ?? seen;
      isComplete = event.artifactUpdate === undefined;
      show(event);
    }
  } catch (error) {
    if (!seen) throw error;
    if (!(error instanceof TransportError)) throw withTask(error, seen.id, context);
    warn(context.io, `the stream broke (${reasonOf(error)}); polling`);
    isComplete = false;
  }
  return { seen, isComplete };
}

function seenIn({ task, statusUpdate }: StreamResponse): Seen | undefined {
  if (task) return task;
  return statusUpdate && { id: statusUpdate.taskId, contextId: statusUpdate.contextId, status: statusUpdate.status };
}
