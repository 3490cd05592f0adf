import { A2AError, isObject, type JsonObject } from "@a2akit/protocol";
import { enums } from "@a2akit/protocol/codec";
import type { Artifact, Message } from "@a2akit/types";

/** What is wrong with what an agent gave; the text is for its author, not for a peer. */
export function unfit(message: string): A2AError {
  return new A2AError("InvalidAgentResponse", { message });
}

export const CONTENTS = ["text", "raw", "url", "data"] as const;

/** All but the one that says nothing, which has the number 0. */
const ROLES: ReadonlySet<unknown> = new Set(enums.Role.slice(1));

/** A2A §4.1.4. @throws A2AError InvalidAgentResponse */
export function requireMessage({ messageId, role, parts }: Message, owner: string): void {
  if (typeof messageId !== "string") throw unfit(`${owner}.messageId must be a string`);
  if (!ROLES.has(role)) throw unfit(`${owner}.role must be ${[...ROLES].join(" or ")}, not ${JSON.stringify(role)}`);
  requireParts(parts, owner);
}

/** A2A §4.1.7. @throws A2AError InvalidAgentResponse */
export function requireArtifact({ artifactId, parts }: Artifact): void {
  if (typeof artifactId !== "string" || artifactId === "") throw unfit("artifact.artifactId must be a string");
  requireParts(parts, "artifact");
}

/** A2A §4.1.6: at least one part, each with exactly one content; but for `data`, that is a string. */
function requireParts(parts: unknown, owner: string): void {
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

/** Members that a message names. */
const MAX_MEMBERS = 10;

/** What an object has, for messages about one that is something else than was meant. */
export function membersOf(value: JsonObject): string {
  const names = Object.keys(value).slice(0, MAX_MEMBERS);
  return names.length === 0 ? "no members" : `the members ${names.join(", ")}`;
}
