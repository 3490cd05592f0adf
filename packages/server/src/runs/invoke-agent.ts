import { describeJson, isObject } from "@a2akit/protocol";
import type { Message, Part } from "@a2akit/types";
import type { Agent, AgentContext } from "../agent.ts";
import { agentEvents, toMessage } from "../agent-events.ts";
import type { MessageToAnswer } from "./answering.ts";
import { normalForm } from "./normal-form.ts";
import { CONTENTS, membersOf, requireMessage, unfit } from "./require-output.ts";

/** What an agent answered: a direct Message, or events that make up a Task. */
export type AgentAnswer =
  | { readonly kind: "message"; readonly message: Message }
  | { readonly kind: "events"; readonly events: AsyncIterable<unknown> };

/** What the agent learns of the call that brought its message. */
export type CallInfo = Pick<AgentContext, "caller" | "tenant" | "extensions" | "metadata" | "acceptedOutputModes">;

/**
 * Calls the agent and sorts its answer. A throw is a Task too, which fails when its events are read, so that every failure
 * takes one way. Synchronous where the agent is a generator: its Task can start at once.
 */
export function invokeAgent(
  agent: Agent,
  request: MessageToAnswer,
  signal: AbortSignal,
): AgentAnswer | Promise<AgentAnswer> {
  try {
    const reply = agent(contextOf(request, signal));
    if (isIterable(reply)) return { kind: "events", events: reply };
    return Promise.resolve(reply).then((value) => sort(value, request), failedAnswer);
  } catch (error) {
    return failedAnswer(error);
  }
}

/** One literal that names its members: copying them from elsewhere costs several times as much. */
function contextOf(request: MessageToAnswer, signal: AbortSignal): AgentContext {
  const { message, info } = request;
  return {
    message,
    text: textOf(message),
    task: request.task,
    taskId: request.taskId,
    contextId: request.contextId,
    attempt: request.attempt,
    log: request.log,
    signal,
    caller: info.caller,
    tenant: info.tenant,
    extensions: info.extensions,
    metadata: info.metadata,
    acceptedOutputModes: info.acceptedOutputModes,
    status: agentEvents.status,
    working: agentEvents.working,
    completed: agentEvents.completed,
    failed: agentEvents.failed,
    rejected: agentEvents.rejected,
    canceled: agentEvents.canceled,
    inputRequired: agentEvents.inputRequired,
    authRequired: agentEvents.authRequired,
    artifact: agentEvents.artifact,
  };
}

type Ids = Pick<MessageToAnswer, "taskId" | "contextId" | "task">;

function sort(value: unknown, ids: Ids): AgentAnswer {
  if (isIterable(value)) return { kind: "events", events: value };
  if (isObject(value) && isObject(value.task)) return sort(value.task, ids);
  if (isObject(value) && isObject(value.message)) return sort(value.message, ids);
  if (isObject(value) && isObject(value.status)) return { kind: "events", events: one({ task: value }) };
  try {
    return { kind: "message", message: directMessage(value, ids) };
  } catch (error) {
    return failedAnswer(error);
  }
}

/** A2A §3.4: a message of the agent always carries its context, and the task only where there is one. */
function directMessage(value: unknown, { taskId, contextId, task }: Ids): Message {
  const said = isObject(value) && Array.isArray(value.parts) ? value : toMessage(contentOf(value));
  const message = normalForm("Message", {
    ...said,
    messageId: said.messageId || crypto.randomUUID(),
    role: "ROLE_AGENT",
    contextId,
    taskId: task === undefined ? undefined : taskId,
  });
  requireMessage(message, "message");
  return message;
}

/** Strings, a part or parts; what else an untyped agent returned is reported, not guessed at. */
function contentOf(value: unknown): string | Part[] {
  if (typeof value === "string") return value;
  const parts = Array.isArray(value) ? value : [value];
  if (parts.length > 0 && parts.every(isObject) && !isForeign(value))
    return parts.map((part) => normalForm("Part", part));
  throw unfit(
    `The agent returned ${describeReturned(value)}; it must return content, a Message, a Task or an async iterable`,
  );
}

/** An object that nobody meant as a part. */
function isForeign(value: unknown): boolean {
  return isObject(value) && !CONTENTS.some((name) => value[name] !== undefined);
}

function describeReturned(value: unknown): string {
  if (Array.isArray(value)) {
    const other = value.find((item) => !isObject(item));
    return value.length === 0 ? "an empty list" : `a list with ${describeJson(other)} in it`;
  }
  if (!isObject(value)) return describeJson(value);
  return Symbol.iterator in value ? "a generator that is not async" : `an object with ${membersOf(value)}`;
}

function textOf({ parts }: Message): string {
  const [first] = parts;
  if (parts.length === 1) return first?.text ?? "";
  return parts.flatMap(({ text }) => (text === undefined ? [] : [text])).join("\n");
}

function isIterable(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === "object" && value !== null && Symbol.asyncIterator in value;
}

async function* one(event: unknown): AsyncGenerator<unknown> {
  yield event;
}

function failedAnswer(error: unknown): AgentAnswer {
  return { kind: "events", events: failing(error) };
}

/** Events of which the first cannot be read. */
// biome-ignore lint/correctness/useYield: reading is what fails
export async function* failing(error: unknown): AsyncGenerator<never> {
  throw error;
}
