import { AGENT, type CommandRows } from "../command-line/command-row.ts";

/** Where the agent pushes what happens to a task. */
export const pushConfig: CommandRows = {
  "task push-config create": {
    summary: "Have the agent post what happens to a task to a URL",
    args: ["task-id"],
    options: ["webhook-url", "webhook-token", "webhook-auth", "config-id", ...AGENT],
    examples: [
      [
        "a2a task push-config create -a agents.example 7d1f --webhook-url https://me.example/hook --webhook-token t0ken",
        "to a receiver that knows the token",
      ],
    ],
    load: async () => (await import("../commands/push-config/create.ts")).createPushConfig,
  },
  "task push-config get": {
    summary: "Show one push notification config of a task",
    args: ["task-id", "config-id"],
    options: AGENT,
    examples: [["a2a task push-config get -a agents.example 7d1f c1", "where it goes"]],
    load: async () => (await import("../commands/push-config/get.ts")).getPushConfig,
  },
  "task push-config list": {
    summary: "List the push notification configs of a task",
    args: ["task-id"],
    options: ["page-size", "page-token", ...AGENT],
    examples: [["a2a task push-config list -a agents.example 7d1f", "all of them"]],
    load: async () => (await import("../commands/push-config/list.ts")).listPushConfigs,
  },
  "task push-config delete": {
    summary: "Have the agent post no more to that URL",
    args: ["task-id", "config-id"],
    options: AGENT,
    examples: [["a2a task push-config delete -a agents.example 7d1f c1", "the config c1"]],
    load: async () => (await import("../commands/push-config/delete.ts")).deletePushConfig,
  },
};
