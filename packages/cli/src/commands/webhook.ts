import { randomBytes } from "node:crypto";
import { isTerminal, type StreamResponse } from "@a2akit/client";
import { createWebhook, type WebhookOptions } from "@a2akit/client/webhook";
import { requireShape } from "../agent/require-shape.ts";
import { usageError } from "../cli-error.ts";
import type { Context } from "../context.ts";
import { serveFetch } from "../fetch/serve-fetch.ts";
import { listening } from "../listening.ts";
import { reasonOf } from "../message-of.ts";
import { jsonLine, line, warn } from "../output/output.ts";
import { createStreamRenderer } from "../output/stream-renderer.ts";
import { untilInterrupted } from "../waiting/until-interrupted.ts";

/**
 * `a2a webhook`: receives push notifications, verifies and shows them (PUSH_002). It runs until it is interrupted; with `--task-id` until that
 * task has ended.
 */
export async function webhook(context: Context): Promise<void> {
  const { invocation, signal } = context;
  const { port = 0, host = "127.0.0.1", "task-id": taskId } = invocation.values;
  const ended = new AbortController();
  const receive = receiver(context, (event) => {
    requireShape("StreamResponse", event);
    show(context, event);
    if (taskId !== undefined && hasEnded(event)) ended.abort();
  });
  const server = await listening(serveFetch(receive, { port, host }), { port, host });
  greet(context, `${server.url}/`);
  try {
    const over = new Promise<void>((resolve) => ended.signal.addEventListener("abort", () => setImmediate(resolve)));
    await Promise.race([untilInterrupted(signal), over]);
  } finally {
    await server.close();
  }
}

function receiver(context: Context, onEvent: (event: StreamResponse) => void): (request: Request) => Promise<Response> {
  const { "task-id": expected } = context.invocation.values;
  const receive = createVerified(context, {
    onEvent,
    expects: (taskId) => expected === undefined || taskId === expected,
  });
  return async (request) => {
    const response = await receive(request);
    if (!response.ok)
      warn(context.io, `a delivery was refused: HTTP ${response.status}, ${await response.clone().text()}`);
    return response;
  };
}

/** Nobody but the agent may post; a token is made where none is given. */
function createVerified(
  context: Context,
  options: Omit<WebhookOptions, "token">,
): (request: Request) => Promise<Response> {
  const { "webhook-auth": authentication, "webhook-secret": secrets } = context.invocation.values;
  try {
    return createWebhook({ ...options, token: tokenOf(context), authentication, secrets });
  } catch (error) {
    throw error instanceof TypeError ? usageError(`--webhook-secret: ${reasonOf(error)}`) : error;
  }
}

const made = randomBytes(16).toString("hex");

function tokenOf({ invocation: { values } }: Context): string | undefined {
  const { "webhook-token": token, "webhook-auth": authentication, "webhook-secret": secrets } = values;
  return token ?? (authentication || secrets ? undefined : made);
}

/** Where to send notifications to, and how to have an agent do it; beside the events where those are JSON. */
function greet(context: Context, url: string): void {
  const { invocation, io } = context;
  const sink = invocation.values.output === "json" ? io.stderr : io.stdout;
  const isMade = tokenOf(context) === made;
  const token = isMade ? made : invocation.values["webhook-token"] && '"$A2ACLI_WEBHOOK_TOKEN"';
  const words = [
    "a2a task push-config create TASK-ID --webhook-url",
    url,
    ...(token ? ["--webhook-token", token] : []),
  ];
  sink.write(line("Listening", url) + line("Token", isMade ? made : undefined) + line("Push to it", words.join(" ")));
}

function show({ invocation, io }: Context, event: StreamResponse): void {
  if (invocation.values.output === "json") io.stdout.write(jsonLine(event));
  else io.stdout.write(`${eventText(event, invocation.values.verbose === true)}\n`);
}

/** Each event stands alone: tasks may come in turns. */
function eventText(event: StreamResponse, verbose: boolean): string {
  const renderer = createStreamRenderer({ verbose });
  const update = event.statusUpdate ?? event.artifactUpdate;
  const ids = update ? line("Task", update.taskId) + line("Context", update.contextId) : "";
  return `${(ids + renderer.push(event) + renderer.end()).trimEnd()}\n`;
}

function hasEnded({ task, statusUpdate }: StreamResponse): boolean {
  const state = task?.status.state ?? statusUpdate?.status.state;
  return state !== undefined && isTerminal(state);
}
