import { commandLine, flagsOf } from "../command-line.ts";
import type { Context } from "../context.ts";
import { openClient } from "../open-client.ts";
import { line } from "../output.ts";
import { print } from "../print.ts";
import { renderState, renderTask } from "../render.ts";

const FILTERS = ["context-id", "status", "page-size", "include-artifacts", "history"] as const;

/** `a2a task list`: one page (TASK_LIST_001); the text form says how to get the next. */
export async function taskList(context: Context): Promise<void> {
  const { tokens, values } = context.invocation;
  const client = await openClient(context);
  const page = await client.listTasks({
    ...(values["context-id"] !== undefined && { contextId: values["context-id"] }),
    ...(values.status !== undefined && { status: values.status }),
    ...(values["page-size"] !== undefined && { pageSize: values["page-size"] }),
    ...(values["page-token"] !== undefined && { pageToken: values["page-token"] }),
    ...(values.history !== undefined && { historyLength: values.history }),
    ...(values["include-artifacts"] && { includeArtifacts: true }),
  });
  print(context, page, () => {
    const render = values["include-artifacts"] ? renderTask : renderState;
    const tasks = page.tasks.map((task) => `${render(task).trimEnd()}\n\n`);
    const next = commandLine(tokens, "task", "list", ...flagsOf(tokens, FILTERS), "--page-token", page.nextPageToken);
    return `${tasks.join("")}${line("Total", page.totalSize)}${page.nextPageToken === "" ? "" : line("Next page", next)}`;
  });
}
