import {
  A2AError,
  type Client,
  foldEvent,
  type Part,
  type SendMessageResponse,
  type SendOptions,
  type Task,
  TransportError,
} from "@a2akit/client";
import type { Context } from "../context.ts";
import { reasonOf } from "../message-of.ts";
import { line, warn } from "../output/output.ts";
import { onResume } from "./follow.ts";
import { pollTask } from "./poll-task.ts";
import { isBroken, isSettled, startWaiting, withTask } from "./waiting.ts";

interface Sending {
  readonly client: Client;
  readonly parts: readonly Part[];
  readonly options: SendOptions;
}

/** Shows the ids of a task, once. */
interface Announcement {
  make(task: Task): void;
}

export interface Answer {
  readonly response: SendMessageResponse;
  /** Whether the ids of the task were shown. */
  readonly isAnnounced: boolean;
}

/**
 * Sends, and waits until the task is finished or needs input (SEND_002): by its stream where the agent has one, so that the task's id is known –
 * and shown – at once; an agent that answers early all the same is polled.
 */
export async function awaitAnswer(context: Context, sending: Sending): Promise<Answer> {
  const { client, parts, options } = sending;
  const announcement = announcing(context);
  const streamed = client.supports("SendStreamingMessage")
    ? await readStream(context, { ...sending, announcement })
    : undefined;
  const response = streamed ?? (await client.send(parts, options));
  const { task } = response;
  if (!task) return { response, isAnnounced: false };
  announcement.make(task);
  if (!isSettled(task.status.state, context))
    return { response: { task: await pollTask(context, { client, id: task.id }) }, isAnnounced: true };
  return { response: streamed ? { task: await fetched(client, task) } : response, isAnnounced: true };
}

/** What the stream tells of the answer, as far as it goes; undefined where the agent takes no stream after all. */
async function readStream(
  context: Context,
  { client, parts, options, announcement }: Sending & { readonly announcement: Announcement },
): Promise<SendMessageResponse | undefined> {
  const waiting = startWaiting(context);
  let task: Task | undefined;
  try {
    for await (const event of client.stream(parts, { ...options, onResume: onResume(context) })) {
      if (event.message) return { message: event.message };
      task = foldEvent(task, event);
      if (!task) continue;
      announcement.make(task);
      waiting.see(task);
    }
    return task && { task };
  } catch (error) {
    if (task && isBroken(error, context)) {
      warn(context.io, `the stream broke (${reasonOf(error)}); polling`);
      return { task };
    }
    if (task) throw withTask(error, task.id, context);
    // It refused the call as such; for a task that is named, the reason may be the task.
    if (error instanceof A2AError && REFUSALS.includes(error.name) && options.taskId === undefined) return undefined;
    throw error;
  } finally {
    waiting.stop();
  }
}

const REFUSALS: readonly string[] = ["UnsupportedOperationError", "MethodNotFoundError"];

/** A stream tells less of a task than GetTask does: no history, for one. */
async function fetched(client: Client, task: Task): Promise<Task> {
  try {
    return await client.getTask({ id: task.id });
  } catch (error) {
    if (error instanceof A2AError || error instanceof TransportError) return task;
    throw error;
  }
}

/** Whoever interrupts the wait has the ids already: as the first lines of the text, beside the JSON (INTERACT_004). */
function announcing({ invocation, io }: Context): Announcement {
  let isDone = false;
  return {
    make({ id, contextId }) {
      if (isDone) return;
      isDone = true;
      const sink = invocation.values.output === "json" ? io.stderr : io.stdout;
      sink.write(line("Task", id) + line("Context", contextId));
    },
  };
}
