import type { AgentCard, Artifact, Message, Part, Task } from "@a2akit/client";
import { block, formatSize, line } from "./output.ts";

/** A task: what identifies it first, then what it says and made (SEND_004, OUT_001). */
export function renderTask(task: Task, { history = false }: { history?: boolean } = {}): string {
  return [
    renderState(task),
    renderMessage(task.status.message),
    ...(task.artifacts ?? []).map(renderArtifact),
    ...(history ? (task.history ?? []).map(renderHistory) : []),
  ].join("");
}

/** The lines of every answer about a task. */
export function renderState({ id, contextId, status }: Pick<Task, "id" | "contextId" | "status">): string {
  return (
    line("Task", id) + line("Context", contextId) + line("State", status.state) + line("Updated", status.timestamp)
  );
}

/** A direct answer, or the message of a status. */
export function renderMessage(message: Message | undefined): string {
  return message ? renderParts("Message", message.parts, "\n") : "";
}

function renderArtifact(artifact: Artifact): string {
  const { name, artifactId, description } = artifact;
  return (
    line("Artifact", name ? `${name} (${artifactId})` : artifactId) +
    line("Description", description) +
    renderParts("Text", artifact.parts, "")
  );
}

function renderHistory({ role, parts }: Message): string {
  return renderParts(role === "ROLE_USER" ? "User" : "Agent", parts, "\n");
}

/** Neighbouring texts are one block, with nothing between them in an artifact, which may have arrived in chunks. */
function renderParts(label: string, parts: readonly Part[], separator: string): string {
  const blocks: string[] = [];
  let text: string | undefined;
  for (const part of parts) {
    if (part.text !== undefined) {
      text = text === undefined ? part.text : text + separator + part.text;
      continue;
    }
    if (text !== undefined) blocks.push(block(label, text));
    text = undefined;
    blocks.push(renderPart(part));
  }
  if (text !== undefined) blocks.push(block(label, text));
  return blocks.join("");
}

export function renderPart(part: Part): string {
  if (part.url !== undefined) return line("File", describeFile(part, part.url));
  if (part.raw !== undefined)
    return line("File", describeFile(part, formatSize(Buffer.byteLength(part.raw, "base64"))));
  return block("Data", JSON.stringify(part.data, null, 2));
}

function describeFile({ filename, mediaType }: Part, what: string): string {
  return [filename ?? "unnamed", mediaType, what].filter((text) => text !== undefined).join(", ");
}

/** A card: what it is, where it is called, what it can do. */
export function renderCard(card: AgentCard): string {
  const { capabilities } = card;
  return [
    line("Name", card.name),
    line("Description", card.description),
    line("Version", card.version),
    line("Provider", card.provider?.organization),
    ...card.supportedInterfaces.map((entry) =>
      line("Interface", [entry.protocolBinding, entry.protocolVersion, entry.url].filter(Boolean).join(" ")),
    ),
    line("Streaming", yesOrNo(capabilities.streaming)),
    line("Push notifications", yesOrNo(capabilities.pushNotifications)),
    line("Extended card", yesOrNo(capabilities.extendedAgentCard)),
    line("Input", card.defaultInputModes.join(", ")),
    line("Output", card.defaultOutputModes.join(", ")),
    ...Object.entries(card.securitySchemes ?? {}).map(([name, scheme]) =>
      line("Security scheme", `${name} (${Object.keys(scheme).join()})`),
    ),
    ...card.skills.map((skill) => line("Skill", `${skill.name} (${skill.id}): ${skill.description}`)),
  ].join("");
}

function yesOrNo(value: boolean | undefined): string {
  return value === true ? "yes" : "no";
}
