import type { Part, SendOptions } from "@a2akit/client";
import { openClient } from "../agent/open-client.ts";
import { usageError } from "../cli-error.ts";
import type { Values } from "../command-line/options.ts";
import type { Context } from "../context.ts";
import { warn } from "../output/output.ts";
import { printAnswer } from "../output/print.ts";
import { renderParts } from "../output/render.ts";
import { pushConfigOf } from "../push-config.ts";
import { readParts } from "../read-parts.ts";
import { awaitAnswer } from "../waiting/await-answer.ts";
import { follow, onResume } from "../waiting/follow.ts";

/** `a2a send`: waits for the answer by default (SEND_002), shows it as it comes with `--stream`, and returns at once with `--async`. */
export async function send(context: Context): Promise<void> {
  const { invocation, io } = context;
  const { values } = invocation;
  if (values.async && values.stream) throw usageError("--async and --stream exclude each other", "a2a help send");
  const parts = await readParts(context);
  const client = await openClient(context);
  const options: SendOptions = {
    taskId: values["task-id"],
    contextId: values["context-id"],
    metadata: values.metadata,
    configuration: configurationOf(values),
  };
  showSent(context, parts);
  if (values.stream && client.supports("SendStreamingMessage"))
    return follow(context, { client, events: client.stream(parts, { ...options, onResume: onResume(context) }) });
  if (values.stream) warn(io, "the agent does not stream; waiting for its answer");
  if (values.async) return printAnswer(context, await client.send(parts, options));
  const { response, isAnnounced } = await awaitAnswer(context, { client, parts, options });
  printAnswer(context, response, { isAnnounced });
}

function configurationOf(values: Values): SendOptions["configuration"] {
  const push = pushConfigOf(values);
  return {
    ...(values.async && { returnImmediately: true }),
    ...(push && { taskPushNotificationConfig: push }),
  };
}

/** With `--verbose`, what was sent is shown as what comes back is. */
function showSent({ invocation, io }: Context, parts: readonly Part[]): void {
  if (invocation.values.verbose && invocation.values.output !== "json")
    io.stdout.write(renderParts("Sent", parts, { separator: "\n", verbose: true }));
}
