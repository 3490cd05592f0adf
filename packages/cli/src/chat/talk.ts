import { createInterface } from "node:readline";
import { CliError } from "../cli-error.ts";
import { commandLine } from "../command-line/command-line.ts";
import type { Context } from "../context.ts";
import { line, oneLine } from "../output/output.ts";
import type { Conversation } from "./conversation.ts";
import { createLineQueue } from "./line-queue.ts";
import { say } from "./say.ts";

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
  io.stdout.write(`${oneLine(conversation.client.card.name)}: ${HELP}`);
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
