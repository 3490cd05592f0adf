import { openClient } from "../agent/open-client.ts";
import { commandLine, flagsOf } from "../command-line/command-line.ts";
import type { Context } from "../context.ts";
import { line } from "../output/output.ts";
import { print } from "../output/print.ts";
import { renderState, renderTask } from "../output/render.ts";

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
    const isWhole = values["include-artifacts"] || values.history !== undefined || values.verbose;
    const options = { verbose: values.verbose === true, history: values.history !== undefined };
    const tasks = page.tasks.map((task) => {
      const text = isWhole ? renderTask(task, options) : renderState(task);
      return `${text.trimEnd()}\n\n`;
    });
    const start = commandLine(tokens, "task", "list", "--page-token", page.nextPageToken);
    const next = [start, ...flagsOf(tokens, FILTERS)].join(" ");
    return `${tasks.join("")}${line("Total", page.totalSize)}${page.nextPageToken === "" ? "" : line("Next page", next)}`;
  });
}
