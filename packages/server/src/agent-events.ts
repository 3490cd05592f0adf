import type { Artifact, Message, Part, TaskState } from "@a2akit/types";
import type { ArtifactEvent, Content, StatusEvent } from "./agent.ts";

type ArtifactDetails = Omit<Artifact, "artifactId" | "parts"> &
  Pick<ArtifactEvent, "lastChunk" | "metadata"> & { readonly parts: Content };

/** `append` adds to an artifact that is there already, so that it needs its id. */
export type ArtifactOptions = ArtifactDetails &
  ({ readonly append?: false; readonly artifactId?: string } | { readonly append: true; readonly artifactId: string });

/** Builders of the events that an agent yields. They publish nothing themselves: an event counts when it is yielded. */
export interface AgentEvents {
  /** Any state, with an optional message. */
  status(state: TaskState, content?: Content): StatusEvent;
  working(content?: Content): StatusEvent;
  /** Ends the task. Returning from the generator does the same without a message. */
  completed(content?: Content): StatusEvent;
  /** Ends the task: it was tried and did not work. */
  failed(content: Content): StatusEvent;
  /** Ends the task: the agent will not do it. */
  rejected(content: Content): StatusEvent;
  /** Ends the task: the answer to an aborted `signal`. */
  canceled(content?: Content): StatusEvent;
  /** Asks back. Return afterwards: the next message of the task starts the agent anew. */
  inputRequired(content: Content): StatusEvent;
  /** Asks for a credential, which arrives out of band (A2A §7.6); the agent may go on when it did. */
  authRequired(content: Content): StatusEvent;
  /** A whole artifact of what its parts say. */
  artifact(content: Content): ArtifactEvent;
  /** A whole artifact, or with `append` one more chunk of it. */
  artifact(options: ArtifactOptions): ArtifactEvent;
}

function ofState(state: TaskState): (content?: Content) => StatusEvent {
  return (content) => status(state, content);
}

export function status(state: TaskState, content?: Content): StatusEvent {
  return { status: content === undefined ? { state } : { state, message: toMessage(content) } };
}
export const working: AgentEvents["working"] = ofState("TASK_STATE_WORKING");
export const completed: AgentEvents["completed"] = ofState("TASK_STATE_COMPLETED");
export const failed: AgentEvents["failed"] = ofState("TASK_STATE_FAILED");
export const rejected: AgentEvents["rejected"] = ofState("TASK_STATE_REJECTED");
export const canceled: AgentEvents["canceled"] = ofState("TASK_STATE_CANCELED");
export const inputRequired: AgentEvents["inputRequired"] = ofState("TASK_STATE_INPUT_REQUIRED");
export const authRequired: AgentEvents["authRequired"] = ofState("TASK_STATE_AUTH_REQUIRED");

export function artifact(content: Content | ArtifactOptions): ArtifactEvent {
  if (!isArtifactOptions(content)) return { artifact: { artifactId: crypto.randomUUID(), parts: toParts(content) } };
  const { artifactId = crypto.randomUUID(), parts, append, lastChunk, ...details } = content;
  return {
    artifact: { ...details, artifactId, parts: toParts(parts) },
    ...(append === true && { append }),
    ...(lastChunk === true && { lastChunk }),
  };
}

function isArtifactOptions(content: Content | ArtifactOptions): content is ArtifactOptions {
  return typeof content === "object" && "parts" in content;
}

/** All helpers, as an agent's context carries them. */
export const agentEvents: AgentEvents = {
  status,
  working,
  completed,
  failed,
  rejected,
  canceled,
  inputRequired,
  authRequired,
  artifact,
};

function toParts(content: Content): Part[] {
  if (typeof content === "string") return [{ text: content }];
  return isParts(content) ? [...content] : [content];
}

function isParts(content: Part | readonly Part[]): content is readonly Part[] {
  return Array.isArray(content);
}

/** A message of the agent. */
export function toMessage(content: Content): Message {
  return { messageId: crypto.randomUUID(), role: "ROLE_AGENT", parts: toParts(content) };
}
