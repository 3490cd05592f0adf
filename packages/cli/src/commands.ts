import type { RunCommand } from "./context.ts";
import type { OptionName } from "./options.ts";

export interface CommandRow {
  readonly summary: string;
  /** Positional arguments; a trailing `?` marks one that may be missing, a trailing `*` any number. */
  readonly args: readonly string[];
  readonly options: readonly OptionName[];
  /** Each a command line and what it does. */
  readonly examples: readonly (readonly [line: string, purpose: string])[];
  /** Loaded when it is run, so that no command pays for another. */
  readonly load: () => Promise<RunCommand>;
}

/** Options of every command. */
const common = ["debug", "help"] as const satisfies readonly OptionName[];
/** Options of every command that talks to an agent. */
const agent = [
  "agent-card",
  "output",
  "bearer",
  "api-key",
  "svc-param",
  "dialect",
  "timeout",
  ...common,
] as const satisfies readonly OptionName[];

/** Every command, in the order of help. */
export const commands: Readonly<Record<string, CommandRow>> = {
  "card get": {
    summary: "Show the Agent Card of an agent",
    args: [],
    options: ["agent-card", "output", "dialect", "timeout", ...common],
    examples: [
      ["a2a card get -a agents.example", "from the well-known path of a host"],
      ["a2a card get -a ./card.json -o json", "a file, in the canonical form of A2A 1.0"],
    ],
    load: async () => (await import("./commands/card-get.ts")).cardGet,
  },
  send: {
    summary: "Send a message, and wait for the answer",
    args: ["text?"],
    options: [
      "text",
      "file",
      "data",
      "media-type",
      "task-id",
      "context-id",
      "metadata",
      "stream",
      "async",
      "wait",
      "poll-interval",
      ...agent,
    ],
    examples: [
      ['a2a send -a agents.example "Who is Boehringer Ingelheim?"', "ask, wait, show the answer"],
      ["a2a send -a agents.example --stream --text Summarise --file report.pdf", "text and a file, with live events"],
      ["a2a send -a agents.example --task-id 7d1f --text Berlin", "answer a task that asked back"],
      ["a2a send -a agents.example -o json --async --data order.json", "start a task from JSON, and return at once"],
    ],
    load: async () => (await import("./commands/send.ts")).send,
  },
  "task get": {
    summary: "Show a task",
    args: ["task-id"],
    options: ["history", "wait", "poll-interval", ...agent],
    examples: [
      ["a2a task get -a agents.example 7d1f", "as it is now"],
      ["a2a task get -a agents.example 7d1f --wait --timeout 10m", "when it is finished or needs input"],
    ],
    load: async () => (await import("./commands/task-get.ts")).taskGet,
  },
  "task list": {
    summary: "List tasks, the latest first",
    args: [],
    options: ["context-id", "status", "page-size", "page-token", "include-artifacts", "history", ...agent],
    examples: [["a2a task list -a agents.example --status working", "the tasks that are at work"]],
    load: async () => (await import("./commands/task-list.ts")).taskList,
  },
  "task cancel": {
    summary: "Cancel a task",
    args: ["task-id"],
    options: ["metadata", ...agent],
    examples: [["a2a task cancel -a agents.example 7d1f", "stop it, and show what became of it"]],
    load: async () => (await import("./commands/task-cancel.ts")).taskCancel,
  },
  "task subscribe": {
    summary: "Follow a task until it is finished or needs input",
    args: ["task-id"],
    options: ["stream", "poll-interval", ...agent],
    examples: [["a2a task subscribe -a agents.example 7d1f --stream", "show its events as they come"]],
    load: async () => (await import("./commands/task-subscribe.ts")).taskSubscribe,
  },
  help: {
    summary: "Show help",
    args: ["command*"],
    options: ["help"],
    examples: [["a2a help task get", "about one command"]],
    load: async () => (await import("./commands/help.ts")).help,
  },
};
