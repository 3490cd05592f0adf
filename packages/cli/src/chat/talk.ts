import { createInterface } from "node:readline";
import { A2AError, foldEvent, messageText, type Task, TransportError } from "@a2akit/client";
import { CliError } from "../cli-error.ts";
import { commandLine } from "../command-line/command-line.ts";
import type { Context } from "../context.ts";
import { line, plain } from "../output/output.ts";
import { createStreamRenderer } from "../output/stream-renderer.ts";
import { startClock } from "../waiting/clock.ts";
import type { Conversation } from "./conversation.ts";
import { createLineQueue } from "./line-queue.ts";

const HELP = "/new begins a new context, /quit (or Ctrl-D) ends; Ctrl-C stops waiting for an answer\n";

/** What a person says that is not for the agent. */
const words: Readonly<Record<string, (conversation: Conversation) => string | undefined>> = {
  "/help": () => HELP,
  "/new": (conversation) => {
    conversation.reset();
    return "A new context begins.\n";
  },
  "/quit": () => undefined,
};

/** Asks and answers at a terminal until the person leaves, or the signal aborts; says how to go on. Rejects with the signal's reason. */
export async function talk(context: Context, conversation: Conversation): Promise<void> {
  const { io } = context;
  // A terminal is there, so these are the process's own.
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const typed = createLineQueue(terminal);
  let turn: AbortController | undefined;
  terminal.on("SIGINT", () => {
    if (turn) return turn.abort(new CliError("A2AKIT_ERR_INTERRUPTED", "Interrupted"));
    // It came with the Enter before it: what it is to stop was not begun.
    if (typed.drop() === 0) return terminal.close();
    io.stderr.write(line("Error", "Interrupted; not sent"));
    terminal.prompt();
  });
  // Back from Ctrl-Z: the terminal is paused then, and nothing else would keep the process.
  terminal.on("SIGCONT", () => terminal.resume());
  const leave = (): void => terminal.close();
  context.signal.addEventListener("abort", leave);
  io.stdout.write(`${plain(conversation.client.card.name)}: ${HELP}`);
  try {
    for (;;) {
      if (typed.isOpen()) {
        terminal.setPrompt(conversation.taskId() ? "answer> " : "> ");
        terminal.prompt();
      }
      const text = await typed.next();
      if (text === undefined || context.signal.aborted) break;
      const word = words[text.trim()];
      const said = word ? word(conversation) : "";
      if (said === undefined) break;
      io.stdout.write(said);
      if (word || text.trim() === "") continue;
      turn = new AbortController();
      await say(context, { conversation, text, signal: turn.signal });
      turn = undefined;
    }
  } finally {
    context.signal.removeEventListener("abort", leave);
    terminal.close();
  }
  io.stdout.write(`\n${resumeLine(context, conversation)}`);
  context.signal.throwIfAborted();
}

function resumeLine({ invocation }: Context, conversation: Conversation): string {
  const { contextId, taskId } = { contextId: conversation.contextId(), taskId: conversation.taskId() };
  if (contextId === undefined) return "";
  const ids = ["--context-id", contextId, ...(taskId ? ["--task-id", taskId] : [])];
  return line("Resume", commandLine(invocation.tokens, "chat", ...ids));
}

interface Turn {
  readonly conversation: Conversation;
  readonly text: string;
  readonly signal: AbortSignal;
}

/** One turn that fails does not end the conversation. */
async function say(context: Context, { conversation, text, signal }: Turn): Promise<void> {
  const { invocation, io } = context;
  const { client } = conversation;
  const clock = startClock(invocation.values.timeout, [context.signal, signal]);
  const options = { taskId: conversation.taskId(), contextId: conversation.contextId(), signal: clock.signal };
  let task: Task | undefined;
  try {
    if (!client.supports("SendStreamingMessage")) return show(context, conversation, await client.send(text, options));
    const renderer = createStreamRenderer();
    for await (const event of client.stream(text, options)) {
      task = foldEvent(task, event);
      conversation.note(event.message ? { message: event.message } : { ...(task && { task }) });
      if (event.message) io.stdout.write(`${plain(messageText(event.message))}\n`);
      if (event.artifactUpdate) io.stdout.write(renderer.push(event));
      const message = event.statusUpdate?.status.message;
      if (message) io.stdout.write(`${renderer.end()}${plain(messageText(message))}\n`);
    }
    io.stdout.write(renderer.end());
    if (task) io.stdout.write(outcome(task));
  } catch (error) {
    if (!(error instanceof CliError || error instanceof A2AError || error instanceof TransportError)) throw error;
    io.stderr.write(`\n${line("Error", error.message)}`);
    if (task) io.stderr.write(line("Hint", commandLine(invocation.tokens, "task", "get", task.id)));
  } finally {
    clock.stop();
  }
}

function show(
  context: Context,
  conversation: Conversation,
  answer: Awaited<ReturnType<Conversation["client"]["send"]>>,
): void {
  const { io } = context;
  conversation.note(answer);
  const { task, message } = answer;
  if (message) io.stdout.write(`${plain(messageText(message))}\n`);
  if (!task) return;
  const renderer = createStreamRenderer();
  for (const artifact of task.artifacts ?? []) {
    const { id: taskId, contextId = "" } = task;
    io.stdout.write(renderer.push({ artifactUpdate: { taskId, contextId, artifact } }));
  }
  io.stdout.write(renderer.end());
  if (task.status.message) io.stdout.write(`${plain(messageText(task.status.message))}\n`);
  io.stdout.write(outcome(task));
}

/** What is worth a word: anything but that all is well. */
function outcome({ status: { state } }: Task): string {
  return state === "TASK_STATE_COMPLETED" ? "" : line("State", state);
}
