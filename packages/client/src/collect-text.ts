import type { Artifact, Message, Part, SendMessageResponse, StreamResponse, Task } from "@a2akit/types";

type Parts = { readonly parts: readonly Part[] };

/** The text of one message: its text parts, one per line. Other parts are left out. */
export function messageText(message: Message | undefined): string {
  return texts(message).join("\n");
}

/** The text of one artifact: its text parts end to end, since an artifact may have arrived in chunks (A2A §4.2.2). */
export function artifactText(artifact: Artifact | undefined): string {
  return texts(artifact).join("");
}

/**
 * The text that an answer is about: that of a message, of a task's artifacts (one per line), or – where a task has no artifact with text – of
 * the message in its status. Empty when there is none.
 */
export function collectText(answer: Message | Task | SendMessageResponse | StreamResponse | undefined): string {
  if (!answer) return "";
  if ("parts" in answer) return messageText(answer);
  if ("status" in answer) return taskText(answer);
  if (answer.message) return messageText(answer.message);
  if (answer.task) return taskText(answer.task);
  if ("statusUpdate" in answer) return messageText(answer.statusUpdate?.status?.message);
  return "artifactUpdate" in answer ? artifactText(answer.artifactUpdate?.artifact) : "";
}

function taskText(task: Task): string {
  const lines = (task.artifacts ?? []).map(artifactText).filter((text) => text !== "");
  return lines.length > 0 ? lines.join("\n") : messageText(task.status?.message);
}

function texts(holder: Parts | undefined): string[] {
  return (holder?.parts ?? []).flatMap((part) => (part.text === undefined ? [] : [part.text]));
}
