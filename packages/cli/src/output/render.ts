import type { AgentCard, Artifact, Message, Part, Task } from "@a2akit/client";
import { block, formatSize, line } from "./output.ts";

export interface RenderOptions {
  /** The messages before the last, too. */
  readonly history?: boolean;
  /** Whatever there is: metadata, media types, identifiers. */
  readonly verbose?: boolean;
  /** False where the ids were shown already. */
  readonly ids?: boolean;
}

/** A task: what identifies it first, then what it says and made (SEND_004, OUT_001). */
export function renderTask(task: Task, options: RenderOptions = {}): string {
  const { history = options.verbose, verbose = false } = options;
  return [
    renderState(task, options),
    verbose ? renderMetadata(task.metadata) : "",
    renderMessage(task.status.message, options),
    ...(task.artifacts ?? []).map((artifact) => renderArtifact(artifact, options)),
    ...(history ? (task.history ?? []).map((message) => renderHistory(message, options)) : []),
  ].join("");
}

/** The lines of every answer about a task. */
export function renderState(
  { id, contextId, status }: Pick<Task, "id" | "contextId" | "status">,
  { ids = true }: RenderOptions = {},
): string {
  const identity = ids ? line("Task", id) + line("Context", contextId) : "";
  return identity + line("State", status.state) + line("Updated", status.timestamp);
}

/** A direct answer, or the message of a status. */
export function renderMessage(message: Message | undefined, options: RenderOptions = {}): string {
  if (!message) return "";
  return renderParts("Message", message.parts, { ...options, separator: "\n" }) + renderEnvelope(message, options);
}

function renderArtifact(artifact: Artifact, options: RenderOptions): string {
  const { name, artifactId, description } = artifact;
  return (
    line("Artifact", name ? `${name} (${artifactId})` : artifactId) +
    line("Description", description) +
    renderParts("Text", artifact.parts, options) +
    (options.verbose ? line("Extensions", artifact.extensions?.join(", ")) + renderMetadata(artifact.metadata) : "")
  );
}

function renderHistory(message: Message, options: RenderOptions): string {
  const label = message.role === "ROLE_USER" ? "User" : "Agent";
  return renderParts(label, message.parts, { ...options, separator: "\n" }) + renderEnvelope(message, options);
}

/** What a message has beside its parts. */
function renderEnvelope(
  { messageId, referenceTaskIds, extensions, metadata }: Message,
  options: RenderOptions,
): string {
  if (!options.verbose) return "";
  return (
    line("Message ID", messageId) +
    line("Refers to", referenceTaskIds?.join(", ")) +
    line("Extensions", extensions?.join(", ")) +
    renderMetadata(metadata)
  );
}

function renderMetadata(metadata: unknown): string {
  return metadata === undefined ? "" : block("Metadata", JSON.stringify(metadata, null, 2));
}

/**
 * Neighbouring texts are one block, with `separator` between them: nothing in an artifact, which may have arrived in chunks. With `verbose` each
 * part stands alone, with what it says of itself.
 */
export function renderParts(
  label: string,
  parts: readonly Part[],
  { separator = "", verbose = false }: RenderOptions & { readonly separator?: string } = {},
): string {
  const blocks: string[] = [];
  let text: string | undefined;
  for (const part of parts) {
    if (part.text !== undefined && !verbose) {
      text = text === undefined ? part.text : text + separator + part.text;
      continue;
    }
    if (text !== undefined) blocks.push(block(label, text));
    text = undefined;
    blocks.push(part.text === undefined ? renderPart(part) : block(label, part.text));
    if (verbose) blocks.push(describePart(part));
  }
  if (text !== undefined) blocks.push(block(label, text));
  return blocks.join("");
}

/** What `renderPart` leaves out of a part. */
function describePart(part: Part): string {
  const isFile = part.raw !== undefined || part.url !== undefined;
  const type = isFile ? "" : line("File name", part.filename) + line("Media type", part.mediaType);
  return type + renderMetadata(part.metadata);
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
