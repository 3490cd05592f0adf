import { TransportError } from "@a2akit/protocol";
import type { Artifact, SendMessageResponse, StreamResponse, Task } from "@a2akit/types";
import { taskIdOf } from "./task-id-of.ts";

/**
 * The task after an event of its stream: chunks of an artifact are put together, a status replaces the one before, whose message goes into
 * the history (A2A §4.1.1, §4.2). A whole Task replaces everything, as it does after a gap. An event of another task, or an update without what it
 * should bring, changes nothing. Nothing is written to.
 *
 * @param task what came before; undefined at the beginning
 * @returns undefined for a message, and as long as no event has said of which task it is
 *
 * @example
 * let task: Task | undefined;
 * for await (const event of client.stream("Hello")) task = foldEvent(task, event);
 */
export function foldEvent(task: Task | undefined, event: StreamResponse): Task | undefined {
  const { statusUpdate, artifactUpdate } = event;
  if (task?.id && (taskIdOf(event) ?? task.id) !== task.id) return task;
  if (event.task) return event.task;
  if (statusUpdate?.status) {
    const { taskId: id, contextId, status } = statusUpdate;
    // Taken on trust: it may lack its status.
    const past = task?.status?.message;
    return { id, contextId, ...task, status, ...(past && { history: [...(task?.history ?? []), past] }) };
  }
  if (!artifactUpdate?.artifact || !task) return task;
  return { ...task, artifacts: foldArtifact(task.artifacts ?? [], artifactUpdate.artifact, artifactUpdate.append) };
}

/** An append extends `parts` and never merges them; what else the chunk says replaces what was said before. */
function foldArtifact(artifacts: readonly Artifact[], chunk: Artifact, append = false): Artifact[] {
  const index = artifacts.findIndex(({ artifactId }) => artifactId === chunk.artifactId);
  const before = artifacts[index];
  if (!before) return [...artifacts, chunk];
  const metadata = (before.metadata || chunk.metadata) && { metadata: { ...before.metadata, ...chunk.metadata } };
  const parts = [...(before.parts ?? []), ...(chunk.parts ?? [])];
  const whole = append ? { ...before, ...chunk, parts, ...metadata } : chunk;
  return artifacts.with(index, whole);
}

/**
 * What a stream comes to: the task as its events leave it, or the message that answered.
 *
 * @throws TransportError when it brings neither, and what the stream throws.
 */
export async function collectStream(events: AsyncIterable<StreamResponse>): Promise<SendMessageResponse> {
  let task: Task | undefined;
  for await (const event of events) {
    if (event.message) return { message: event.message };
    task = foldEvent(task, event);
  }
  if (task) return { task };
  throw new TransportError("The stream brought neither a task nor a message");
}
