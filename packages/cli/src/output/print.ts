import {
  isInterrupted,
  isTerminal,
  type Message,
  type SendMessageResponse,
  type Task,
  type TaskState,
} from "@a2akit/client";
import { commandLine } from "../command-line/command-line.ts";
import type { Context } from "../context.ts";
import { document, jsonLine, line, warn } from "./output.ts";
import { renderMessage, renderTask } from "./render.ts";

/** Outcomes that a person should notice although the tool did its job (EXIT_002). */
const WARNINGS: Partial<Readonly<Record<TaskState, string>>> = {
  TASK_STATE_INPUT_REQUIRED: "the task waits for input",
  TASK_STATE_AUTH_REQUIRED: "the task waits for authorization",
  TASK_STATE_FAILED: "the task failed",
  TASK_STATE_REJECTED: "the agent rejected the task",
};

/** Any value, by its text or as the protocol's own JSON: one document, with `--stream` on one line (OUT_002, OUT_003). */
export function print({ invocation, io }: Context, value: unknown, text: () => string): void {
  const json = invocation.values.stream ? jsonLine : document;
  io.stdout.write(invocation.values.output === "json" ? json(value) : text());
}

interface PrintOptions {
  readonly history?: boolean;
  /** Whether the ids of the task stand in the text already. */
  readonly isAnnounced?: boolean;
}

export function printTask(context: Context, task: Task, options: PrintOptions = {}): void {
  print(context, task, () => taskText(context, task, options));
  reportTask(context, task);
}

export function printAnswer(context: Context, answer: SendMessageResponse, options: PrintOptions = {}): void {
  const { task, message } = answer;
  if (message) print(context, { message }, () => messageLines(context, message));
  if (!task) return;
  print(context, { task }, () => taskText(context, task, options));
  reportTask(context, task);
}

function taskText({ invocation }: Context, task: Task, { history, isAnnounced = false }: PrintOptions): string {
  const verbose = invocation.values.verbose === true;
  return renderTask(task, { verbose, ids: !isAnnounced, ...(history && { history }) });
}

function messageLines({ invocation }: Context, message: Message): string {
  const ids = line("Context", message.contextId) + line("Task", message.taskId);
  return ids + renderMessage(message, { verbose: invocation.values.verbose === true });
}

/** How to go on, and what a person should notice (INTERACT_004). */
export function reportTask(context: Context, task: Pick<Task, "id" | "contextId" | "status">): void {
  const { invocation, io } = context;
  const warning = WARNINGS[task.status.state];
  if (warning) warn(io, `${warning} (${task.status.state})`);
  const resume = line("Resume", resumeCommand(context, task));
  (invocation.values.output === "json" ? io.stderr : io.stdout).write(resume);
}

/** A finished task is followed by another in its context; one that waits gets its answer; any other is waited for. */
function resumeCommand(
  { invocation: { tokens } }: Context,
  { id, contextId, status }: Pick<Task, "id" | "contextId" | "status">,
): string {
  if (isInterrupted(status.state)) return commandLine(tokens, "send", "--task-id", id, "--text", "ANSWER");
  if (!isTerminal(status.state)) return commandLine(tokens, "task", "get", id, "--wait");
  return commandLine(tokens, "send", ...(contextId ? ["--context-id", contextId] : []), "--text", "MORE");
}
