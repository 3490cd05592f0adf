import type { Part, SendOptions } from "@a2akit/client";
import { awaitAnswer } from "../await-answer.ts";
import { usageError } from "../cli-error.ts";
import type { Context } from "../context.ts";
import { follow, onResume } from "../follow.ts";
import { openClient } from "../open-client.ts";
import type { Values } from "../options.ts";
import { warn } from "../output.ts";
import { printAnswer } from "../print.ts";
import { pushConfigOf } from "../push-config.ts";
import { readParts } from "../read-parts.ts";
import { renderParts } from "../render.ts";

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
