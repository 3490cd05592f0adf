import type { Artifact, Message, Task, TaskArtifactUpdateEvent } from "@a2akit/types";
import type { LogEntry } from "./log-entry.ts";

/** The next Task after one more entry. Pure: neither argument is touched, and unchanged branches are shared. */
export function applyEvent(task: Task | undefined, entry: LogEntry): Task {
  const fold = createFold(task);
  fold.apply(entry);
  return fold.snapshot();
}

/** A Task under construction: each entry costs O(entry), not O(task). */
export interface Fold {
  apply(entry: LogEntry): void;
  /** The Task so far. It never changes later: what it shares with the fold is copied before the next write. */
  snapshot(): Task;
  /** The Task when nothing follows any more: its lists take no more memory than they need. */
  finish(): Task;
}

/**
 * Folds entries onto `start` with copy on write: only what the fold made itself and no reader has seen is written in place.
 * A snapshot ends that, so that a run of appends between two reads is linear, and a read costs nothing by itself.
 */
export function createFold(start: Task | undefined): Fold {
  let task = start;
  let artifactIndex: Map<string, number> | undefined;
  // What is the fold's own: the task, its two lists, and artifacts together with their parts.
  let ownsTask = false;
  let ownsHistory = false;
  let ownsArtifacts = false;
  let extended: Set<Artifact> | undefined;

  function ownTask(): Task {
    if (task === undefined) throw new TypeError("A task's log starts with a task entry");
    if (!ownsTask) task = { ...task };
    ownsTask = true;
    return task;
  }

  function pushHistory(message: Message): void {
    const mine = ownTask();
    if (!ownsHistory) mine.history = mine.history?.slice() ?? [];
    ownsHistory = true;
    mine.history?.push(message);
  }

  /** `status.message` moves to the history when it is replaced or when a message follows. */
  function retireStatusMessage(): void {
    const { message, ...rest } = ownTask().status;
    if (message === undefined) return;
    pushHistory(message);
    ownTask().status = rest;
  }

  function putArtifact(artifact: Artifact, { append }: Pick<TaskArtifactUpdateEvent, "append">): void {
    const mine = ownTask();
    const artifacts = (ownsArtifacts ? mine.artifacts : mine.artifacts?.slice()) ?? [];
    ownsArtifacts = true;
    mine.artifacts = artifacts;
    artifactIndex ??= new Map(artifacts.map(({ artifactId }, index) => [artifactId, index]));
    const index = artifactIndex.get(artifact.artifactId);
    const present = index === undefined ? undefined : artifacts[index];
    if (index === undefined || present === undefined) {
      artifactIndex.set(artifact.artifactId, artifacts.push(artifact) - 1);
    } else artifacts[index] = append === true ? extend(present, artifact) : artifact;
  }

  /** An append extends `parts` and never merges them; what else the chunk says replaces what was said before. */
  function extend(present: Artifact, { parts, metadata, ...said }: Artifact): Artifact {
    const mine = extended?.has(present) ? present : { ...present, parts: present.parts.slice() };
    extended ??= new Set();
    extended.add(mine);
    Object.assign(mine, said);
    if (metadata !== undefined) mine.metadata = { ...mine.metadata, ...metadata };
    for (const part of parts) mine.parts.push(part);
    return mine;
  }

  /** A list that grew by push has room for more; its copy has not. */
  const exact = (artifact: Artifact): Artifact =>
    extended?.has(artifact) ? { ...artifact, parts: artifact.parts.slice() } : artifact;

  /** A whole Task on top of an earlier one, as an agent that relays another one's answer gives it. */
  function merge({ status, artifacts = [], history = [], metadata }: Task): void {
    const known = new Set((task?.history ?? []).map(({ messageId }) => messageId));
    retireStatusMessage();
    for (const message of history) if (!known.has(message.messageId)) pushHistory(message);
    for (const artifact of artifacts) putArtifact(artifact, {});
    const mine = ownTask();
    mine.status = status;
    if (metadata !== undefined) mine.metadata = { ...mine.metadata, ...metadata };
  }

  return {
    apply(entry) {
      if (entry.type === "artifact") return putArtifact(entry.event.artifact, entry.event);
      if (entry.type === "task") {
        if (task !== undefined) return merge(entry.task);
        task = entry.task;
        return;
      }
      retireStatusMessage();
      if (entry.type === "message") pushHistory(entry.message);
      else ownTask().status = entry.event.status;
    },
    finish() {
      const mine = ownTask();
      if (mine.history !== undefined) mine.history = mine.history.slice();
      if (mine.artifacts !== undefined) mine.artifacts = mine.artifacts.map(exact);
      return this.snapshot();
    },
    snapshot() {
      if (task === undefined) throw new TypeError("A task's log starts with a task entry");
      ownsTask = ownsHistory = ownsArtifacts = false;
      extended = undefined;
      return task;
    },
  };
}
