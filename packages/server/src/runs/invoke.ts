import { A2AError, describeJson, isObject } from "@a2akit/protocol";
import type { Message, Part } from "@a2akit/types";
import type { Agent, AgentContext } from "../agent.ts";
import { agentEvents, toMessage } from "../agent-events.ts";
import type { MessageToAnswer } from "./answering.ts";
import { normalForm } from "./normal-form.ts";

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
export function invoke(
  agent: Agent,
  request: MessageToAnswer,
  signal: AbortSignal,
): AgentAnswer | Promise<AgentAnswer> {
  try {
    const reply = agent(contextOf(request, signal));
    if (isIterable(reply)) return { kind: "events", events: reply };
    return Promise.resolve(reply).then((value) => sort(value, request), failure);
  } catch (error) {
    return failure(error);
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
    return failure(error);
  }
}

/** A2A §3.4: a message of the agent always carries its context, and the task only where there is one. */
function directMessage(value: unknown, { taskId, contextId, task }: Ids): Message {
  const said = isObject(value) && Array.isArray(value.parts) ? value : toMessage(contentOf(value));
  const message = normalForm("Message", {
    ...said,
    messageId: said.messageId ?? crypto.randomUUID(),
    role: "ROLE_AGENT",
    contextId,
    taskId: task === undefined ? undefined : taskId,
  });
  requireParts(message.parts, "message");
  return message;
}

/** Strings, a part or parts; what else an untyped agent returned is reported, not guessed at. */
function contentOf(value: unknown): string | Part[] {
  if (typeof value === "string") return value;
  const parts = Array.isArray(value) ? value : [value];
  if (parts.length > 0 && parts.every(isObject)) return parts.map((part) => normalForm("Part", part));
  throw unfit(
    `The agent returned ${describeJson(value)}; it must return content, a Message, a Task or an async iterable`,
  );
}

const CONTENTS = ["text", "raw", "url", "data"] as const;

/** A2A §4.1.6: at least one part, each with exactly one content; but for `data`, that is a string. */
export function requireParts(parts: unknown, owner: string): void {
  if (!Array.isArray(parts) || parts.length === 0) throw unfit(`${owner}.parts must be a list of at least one part`);
  for (const [index, part] of parts.entries()) requirePart(part, `${owner}.parts[${index}]`);
}

function requirePart(part: unknown, at: string): void {
  if (!isObject(part)) throw unfit(`${at} must be an object`);
  let content: string | undefined;
  for (const name of CONTENTS) {
    if (part[name] === undefined) continue;
    if (content !== undefined) throw unfit(`${at} must have exactly one of ${CONTENTS.join(", ")}`);
    if (name !== "data" && typeof part[name] !== "string")
      throw unfit(`${at}.${name} must be a string${name === "raw" ? ", in base64" : ""}`);
    content = name;
  }
  if (content === undefined) throw unfit(`${at} must have exactly one of ${CONTENTS.join(", ")}`);
}

function unfit(message: string): A2AError {
  return new A2AError("InvalidAgentResponse", { message });
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

function failure(error: unknown): AgentAnswer {
  return { kind: "events", events: failing(error) };
}

/** Events of which the first cannot be read. */
// biome-ignore lint/correctness/useYield: reading is what fails
export async function* failing(error: unknown): AsyncGenerator<never> {
  throw error;
}
