import { openClient } from "../../agent/open-client.ts";
import { commandLine, flagsOf } from "../../command-line/command-line.ts";
import type { Context } from "../../context.ts";
import { line } from "../../output/output.ts";
import { print } from "../../output/print.ts";
import { pushConfigText } from "../../output/push-config-text.ts";

/** `a2a task push-config list`: one page; the text form says how to get the next (PUSH_001). */
export async function listPushConfigs(context: Context): Promise<void> {
  const { args, values, tokens } = context.invocation;
  const [taskId = ""] = args;
  const client = await openClient(context);
  const page = await client.listTaskPushNotificationConfigs({
    taskId,
    ...(values["page-size"] !== undefined && { pageSize: values["page-size"] }),
    ...(values["page-token"] !== undefined && { pageToken: values["page-token"] }),
  });
  print(context, page, () => {
    const configs = (page.configs ?? []).map((config) => `${pushConfigText(config)}\n`).join("");
    const count = line("Total", page.configs?.length ?? 0);
    if (!page.nextPageToken) return configs + count;
    const start = commandLine(tokens, "task", "push-config", "list", taskId, "--page-token", page.nextPageToken);
    return configs + count + line("Next page", [start, ...flagsOf(tokens, ["page-size"])].join(" "));
  });
}
