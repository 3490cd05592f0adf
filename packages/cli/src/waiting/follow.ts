import type { Client, Resumption, StreamResponse, Task } from "@a2akit/client";
import type { Context } from "../context.ts";
import { isBusy } from "../fetch/rate-limit.ts";
import { reasonOf } from "../message-of.ts";
import { jsonLine, warn } from "../output/output.ts";
import { reportTask } from "../output/print.ts";
import { renderState } from "../output/render.ts";
import { createStreamRenderer } from "../output/stream-renderer.ts";
import { pollTask } from "./poll-task.ts";
import { isBroken, isSettled, withTask } from "./waiting.ts";

/** For the options of a stream: says so when it went on with a gap. */
export function onResume({ io }: Context): (resumption: Resumption) => void {
  return ({ gap }) => {
    if (gap) warn(io, "the stream was cut off and went on; something may be missing");
  };
}

interface Watched {
  readonly events: AsyncIterable<StreamResponse>;
  /** The task, where it is known before its first event. */
  readonly id?: string | undefined;
}

interface Following extends Watched {
  readonly client: Client;
}

interface Watching extends Watched {
  readonly show: (event: StreamResponse) => void;
}

type Seen = Pick<Task, "id" | "contextId" | "status">;

/**
 * Shows events as they come; the last output carries ids and final state (SEND_003, OUT_001).
 *
 * A stream that breaks or ends before a terminal or interrupted state is followed by polling (TASK_POLL_004).
 */
export async function follow(context: Context, { client, events, id }: Following): Promise<void> {
  const { invocation, io } = context;
  const renderer = createStreamRenderer({ verbose: invocation.values.verbose === true });
  const isJson = invocation.values.output === "json";
  const show = (event: StreamResponse) => io.stdout.write(isJson ? jsonLine(event) : renderer.push(event));
  const { seen, isComplete } = await watch(context, { events, id, show });
  if (!isJson) io.stdout.write(renderer.end());
  if (seen && isComplete && isSettled(seen.status.state, context)) {
    if (!isJson) io.stdout.write(renderState(seen));
    return reportTask(context, seen);
  }
  const known = seen?.id ?? id;
  if (known === undefined) return;
  const task = await pollTask(context, { client, id: known });
  show({ task });
  reportTask(context, task);
}

/** The last that was seen of the task, when its stream has ended or broken off; an artifact at the very end says that something is missing. */
export async function watch(
  context: Context,
  { events, id, show }: Watching,
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
    const known = seen?.id ?? id;
    if (known === undefined) throw error;
    const mayGoOn = seen ? isBroken(error, context) : isBusy(context.rateLimit);
    if (!mayGoOn) throw withTask(error, known, context);
    warn(context.io, `the stream broke (${reasonOf(error)}); polling`);
    isComplete = false;
  }
  return { seen, isComplete };
}

function seenIn({ task, statusUpdate }: StreamResponse): Seen | undefined {
  if (task) return task;
  return statusUpdate && { id: statusUpdate.taskId, contextId: statusUpdate.contextId, status: statusUpdate.status };
}
