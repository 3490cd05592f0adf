import { A2AError, isObject } from "@a2akit/protocol";

const CONTENTS = ["text", "raw", "url", "data"] as const;

/**
 * A2A §4.1.6: at least one part, each with exactly one content; but for `data`, that is a string.
 * @param owner what has the parts, for the message
 * @throws A2AError InvalidAgentResponse that names the part
 */
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
