import { isInterrupted, isTerminal, type SendOptions, waitForTask } from "@a2akit/client";
import { usageError } from "../cli-error.ts";
import type { Context } from "../context.ts";
import { follow, onResume } from "../follow.ts";
import { openClient } from "../open-client.ts";
import { warn } from "../output.ts";
import { printAnswer } from "../print.ts";
import { readParts } from "../read-parts.ts";

/** `a2a send`: blocks by default, as the protocol does (SEND_002); an agent that answers early all the same is polled. */
export async function send(context: Context): Promise<void> {
  const { invocation, io, signal } = context;
  const { values } = invocation;
  if (values.async && values.stream) throw usageError("--async and --stream exclude each other", "a2a help send");
  const parts = await readParts(context);
  const client = await openClient(context);
  const options: SendOptions = {
    taskId: values["task-id"],
    contextId: values["context-id"],
    metadata: values.metadata,
    configuration: values.async ? { returnImmediately: true } : undefined,
  };
  if (values.stream && client.supports("SendStreamingMessage"))
    return follow(context, { client, events: client.stream(parts, { ...options, onResume: onResume(context) }) });
  if (values.stream) warn(io, "the agent does not stream; waiting for its answer");
  const answer = await client.send(parts, options);
  const state = answer.task?.status.state;
  const isSettled = values.async || state === undefined || isTerminal(state) || isInterrupted(state);
  const settled =
    isSettled || !answer.task
      ? answer
      : {
          task: await waitForTask(client, answer.task.id, { stream: false, interval: values["poll-interval"], signal }),
        };
  printAnswer(context, settled);
}
