import {
  A2AError,
  type Client,
  foldEvent,
  messageText,
  type SendMessageResponse,
  type SendOptions,
  type Task,
  TransportError,
} from "@a2akit/client";
import { CliError } from "../cli-error.ts";
import { commandLine } from "../command-line/command-line.ts";
import type { Context } from "../context.ts";
import { reasonOf } from "../message-of.ts";
import { line, plain, warn } from "../output/output.ts";
import { createStreamRenderer } from "../output/stream-renderer.ts";
import { startClock } from "../waiting/clock.ts";
import { pollTask } from "../waiting/poll-task.ts";
import { isBroken, isSettled } from "../waiting/waiting.ts";
import type { Conversation } from "./conversation.ts";

interface Turn {
  readonly conversation: Conversation;
  readonly text: string;
  readonly signal: AbortSignal;
}

/** One turn of a person, whose answer is shown as it comes, or when a poll finds it. One that fails does not end the conversation. */
export async function say(context: Context, { conversation, text, signal }: Turn): Promise<void> {
  const { invocation, io } = context;
  const { client } = conversation;
  const clock = startClock(invocation.values.timeout, [context.signal, signal]);
  const turn = { ...context, signal: clock.signal };
  const options = { taskId: conversation.taskId(), contextId: conversation.contextId(), signal: clock.signal };
  let answer: SendMessageResponse | undefined;
  const note = (latest: SendMessageResponse): void => {
    answer = latest;
    conversation.note(latest);
  };
  try {
    if (!client.supports("SendStreamingMessage")) note(await client.send(text, options));
    else if (await showStream(turn, { client, text, options, note })) return;
    const task = answer?.task;
    if (task && !isSettled(task.status.state, context)) note({ task: await pollTask(turn, { client, id: task.id }) });
    if (answer) io.stdout.write(whole(answer));
  } catch (error) {
    if (!(error instanceof CliError || error instanceof A2AError || error instanceof TransportError)) throw error;
    io.stderr.write(`\n${line("Error", error.message)}`);
    if (answer?.task) io.stderr.write(line("Hint", commandLine(invocation.tokens, "task", "get", answer.task.id)));
  } finally {
    clock.stop();
  }
}

interface Streaming {
  readonly client: Client;
  readonly text: string;
  readonly options: SendOptions;
  /** Told of the answer as far as it is known. */
  readonly note: (answer: SendMessageResponse) => void;
}

/** Shows the events of the answer; resolves with whether that was all of it. */
async function showStream(context: Context, { client, text, options, note }: Streaming): Promise<boolean> {
  const { io } = context;
  const renderer = createStreamRenderer();
  let task: Task | undefined;
  try {
    for await (const event of client.stream(text, options)) {
      task = foldEvent(task, event);
      if (event.message) note({ message: event.message });
      else if (task) note({ task });
      if (event.message) io.stdout.write(textOf(event.message));
      if (event.artifactUpdate) io.stdout.write(renderer.push(event));
      const message = event.statusUpdate?.status.message;
      if (message) io.stdout.write(renderer.end() + textOf(message));
    }
  } catch (error) {
    if (!task || !isBroken(error, context)) throw error;
    warn(io, `the stream broke (${reasonOf(error)}); polling`);
    return false;
  } finally {
    io.stdout.write(renderer.end());
  }
  if (task && !isSettled(task.status.state, context)) return false;
  if (task) io.stdout.write(outcome(task));
  return true;
}

function whole({ task, message }: SendMessageResponse): string {
  if (message) return textOf(message);
  if (!task) return "";
  const renderer = createStreamRenderer();
  const { id: taskId, contextId = "", artifacts = [], status } = task;
  const shown = artifacts.map((artifact) => renderer.push({ artifactUpdate: { taskId, contextId, artifact } }));
  return `${shown.join("")}${renderer.end()}${status.message ? textOf(status.message) : ""}${outcome(task)}`;
}

function textOf(message: NonNullable<SendMessageResponse["message"]>): string {
  return `${plain(messageText(message))}\n`;
}

/** What is worth a word: anything but that all is well. */
function outcome({ status: { state } }: Task): string {
  return state === "TASK_STATE_COMPLETED" ? "" : line("State", state);
}
