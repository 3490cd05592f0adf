import { describeJson, isObject } from "@a2akit/protocol";
import { enums } from "@a2akit/protocol/codec";
import type { Artifact, Message, Task, TaskState, TaskStatus } from "@a2akit/types";
import type { LogEntry } from "../log-entry.ts";
import { timestamp } from "../timestamp.ts";
import { normalForm } from "./normal-form.ts";
import { membersOf, requireArtifact, requireMessage, unfit } from "./require-output.ts";

export interface EntryContext {
  readonly taskId: string;
  readonly contextId: string;
  /** Id of the artifact that yielded strings are chunks of. */
  readonly textArtifactId: string;
}

/**
 * What an agent yielded as a log entry: canonical, complete, and detached from the agent's own object, which it may use
 * again. `appending`: a string chunk came before.
 *
 * @throws A2AError InvalidAgentResponse for anything that is not an event; the text is for the author, not for a peer.
 */
export function toEntry(event: unknown, context: EntryContext, appending: boolean): LogEntry {
  if (typeof event === "string") return textChunk(event, context, appending);
  if (!isObject(event)) throw unfit(`The agent yielded ${describeJson(event)}`);
  const kind = kindOf(event);
  const { statusUpdate, artifactUpdate, task } = event;
  if (isObject(statusUpdate)) return toEntry(statusUpdate, context, appending);
  if (isObject(artifactUpdate)) return toEntry(artifactUpdate, context, appending);
  if (isObject(task)) return { type: "task", task: ownTask(task, context) };
  if (isObject(event.artifact)) return artifactEntry(event, context);
  if (isObject(event.status)) return statusEntry(event, context);
  if (kind !== undefined) throw unfit(`The agent yielded a ${kind} that is ${describeJson(event[kind])}`);
  throw unfit(`The agent yielded an object with ${membersOf(event)}, which is no event: artifact(content) makes one`);
}

/** The members that tell events apart. */
const KINDS = ["statusUpdate", "artifactUpdate", "task", "artifact", "status"] as const;

function kindOf(event: Record<string, unknown>): string | undefined {
  let first: string | undefined;
  for (const kind of KINDS) {
    if (event[kind] === undefined) continue;
    if (first !== undefined) throw unfit(`The agent yielded an event that is several: ${first}, ${kind}`);
    first = kind;
  }
  return first;
}

function textChunk(text: string, { taskId, contextId, textArtifactId }: EntryContext, append: boolean): LogEntry {
  const artifact: Artifact = { artifactId: textArtifactId, parts: [{ text }] };
  return {
    type: "artifact",
    event: append ? { taskId, contextId, artifact, append } : { taskId, contextId, artifact },
  };
}

function artifactEntry(event: Record<string, unknown>, { taskId, contextId }: EntryContext): LogEntry {
  const normal = normalForm("TaskArtifactUpdateEvent", { ...event, taskId, contextId });
  requireArtifact(normal.artifact);
  return { type: "artifact", event: normal };
}

function statusEntry(event: Record<string, unknown>, { taskId, contextId }: EntryContext): LogEntry {
  const status = ownStatus(event.status, { taskId, contextId });
  // Nothing of the agent's own is in it.
  if (event.metadata === undefined) return { type: "status", event: { taskId, contextId, status } };
  return { type: "status", event: normalForm("TaskStatusUpdateEvent", { ...event, taskId, contextId, status }) };
}

/** The server says when a status was recorded; its message belongs to the agent, the task and the context. */
function ownStatus(status: unknown, ids: Pick<EntryContext, "taskId" | "contextId">): TaskStatus {
  const said = isObject(status) ? status : {};
  const message = isObject(said.message) ? ownMessage(said.message, ids, "status.message") : undefined;
  const { state } = said;
  if (!isState(state)) throw unfit(`The agent yielded the state ${JSON.stringify(state)}`);
  return message === undefined ? { state, timestamp: timestamp() } : { state, timestamp: timestamp(), message };
}

/** All but the one that says nothing, which has the number 0. */
const STATES: ReadonlySet<unknown> = new Set(enums.TaskState.slice(1));

function isState(state: unknown): state is TaskState {
  return STATES.has(state);
}

function ownMessage(
  message: Record<string, unknown>,
  { taskId, contextId }: Pick<EntryContext, "taskId" | "contextId">,
  owner: string,
): Message {
  const messageId = message.messageId || crypto.randomUUID();
  const normal = normalForm("Message", {
    ...message,
    messageId,
    role: message.role ?? "ROLE_AGENT",
    taskId,
    contextId,
  });
  requireMessage(normal, owner);
  return normal;
}

function ownTask(task: Record<string, unknown>, ids: EntryContext): Task {
  const { taskId: id, contextId } = ids;
  const history = Array.isArray(task.history)
    ? task.history.filter(isObject).map((message, index) => ownMessage(message, ids, `history[${index}]`))
    : undefined;
  const normal = normalForm("Task", { ...task, id, contextId, history, status: ownStatus(task.status, ids) });
  normal.artifacts?.forEach(requireArtifact);
  return normal;
}
