import { AGENT, type CommandRows } from "../command-line/command-row.ts";

/** An agent, and messages to it. */
export const messages: CommandRows = {
  "card get": {
    summary: "Show the Agent Card of an agent",
    args: [],
    options: ["validate", "extended", "jwks", ...AGENT],
    examples: [
      ["a2a card get -a agents.example", "from the well-known path of a host"],
      ["a2a card get -a agents.example --validate", "checked, with its signatures verified"],
      ["a2a card get -a ./card.json -o json", "a file, in the canonical form of A2A 1.0"],
    ],
    load: async () => (await import("../commands/card-get.ts")).cardGet,
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
      "await-auth",
      "poll-interval",
      "webhook-url",
      "webhook-token",
      "webhook-auth",
      ...AGENT,
    ],
    examples: [
      ['a2a send -a agents.example "Who is Boehringer Ingelheim?"', "ask, wait, show the answer"],
      ["a2a send -a agents.example --stream --text Summarise --file report.pdf", "text and a file, with live events"],
      ["a2a send -a agents.example --task-id 7d1f --text Berlin", "answer a task that asked back"],
      ["a2a send -a agents.example -o json --async --data order.json", "start a task from JSON, and return at once"],
    ],
    load: async () => (await import("../commands/send.ts")).send,
  },
  chat: {
    summary: "Talk with an agent, turn by turn, in one context",
    args: [],
    options: ["context-id", "task-id", "metadata", "poll-interval", ...AGENT],
    examples: [
      ["a2a chat -a agents.example", "at a terminal; /quit ends it"],
      ["a2a chat -a agents.example --context-id 8c2e", "go on with an earlier one"],
    ],
    timesItself: true,
    load: async () => (await import("../commands/chat.ts")).chat,
  },
};
