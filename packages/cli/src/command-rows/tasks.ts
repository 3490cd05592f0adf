import { AGENT, type CommandRows } from "../command-line/command-row.ts";

/** The tasks of an agent. */
export const tasks: CommandRows = {
  "task get": {
    summary: "Show a task",
    args: ["task-id"],
    options: ["history", "wait", "await-auth", "poll-interval", ...AGENT],
    examples: [
      ["a2a task get -a agents.example 7d1f", "as it is now"],
      ["a2a task get -a agents.example 7d1f --wait --timeout 10m", "when it is finished or needs input"],
    ],
    load: async () => (await import("../commands/task-get.ts")).taskGet,
  },
  "task list": {
    summary: "List tasks, the latest first",
    args: [],
    options: ["context-id", "status", "page-size", "page-token", "include-artifacts", "history", ...AGENT],
    examples: [["a2a task list -a agents.example --status working", "the tasks that are at work"]],
    load: async () => (await import("../commands/task-list.ts")).taskList,
  },
  "task cancel": {
    summary: "Cancel a task",
    args: ["task-id"],
    options: ["metadata", ...AGENT],
    examples: [["a2a task cancel -a agents.example 7d1f", "stop it, and show what became of it"]],
    load: async () => (await import("../commands/task-cancel.ts")).taskCancel,
  },
  "task subscribe": {
    summary: "Follow a task until it is finished or needs input",
    args: ["task-id"],
    options: ["stream", "await-auth", "poll-interval", ...AGENT],
    examples: [["a2a task subscribe -a agents.example 7d1f --stream", "show its events as they come"]],
    load: async () => (await import("../commands/task-subscribe.ts")).taskSubscribe,
  },
  "task download": {
    summary: "Save the artifacts of a task as files",
    args: ["task-id"],
    options: ["dir", "artifact", "force", ...AGENT],
    examples: [
      ["a2a task download -a agents.example 7d1f --dir results", "into a folder; no file is replaced"],
      ["a2a task download -a agents.example 7d1f --artifact report --force", "one artifact, over an older copy"],
    ],
    load: async () => (await import("../commands/task-download.ts")).taskDownload,
  },
};
