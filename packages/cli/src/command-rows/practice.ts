import { COMMON, type CommandRows } from "../command-line/command-row.ts";

/** The other side: what a client talks to, and what an agent posts to. */
export const practice: CommandRows = {
  "demo-server": {
    summary: "Run an agent to practise with",
    args: [],
    options: ["port", "host", ...COMMON],
    examples: [["a2a demo-server --port 4000", "until Ctrl-C; it says what to try"]],
    load: async () => (await import("../commands/demo-server.ts")).demoServer,
  },
  webhook: {
    summary: "Receive push notifications, verify and show them",
    args: [],
    options: [
      "port",
      "host",
      "task-id",
      "webhook-token",
      "webhook-auth",
      "webhook-secret",
      "output",
      "verbose",
      ...COMMON,
    ],
    examples: [
      ["a2a webhook --port 4010", "with a token of its own, which it shows"],
      ["a2a webhook --task-id 7d1f -o json", "one event per line, until that task has ended"],
    ],
    load: async () => (await import("../commands/webhook.ts")).webhook,
  },
};
