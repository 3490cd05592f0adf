import type { Artifact, Message, Task } from "@a2akit/types";
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

/** The members of a fold beside its functions, which all folds share: there is one for every task at work. */
interface Work extends Fold {
  task: Task | undefined;
  /** What is the fold's own: the task, and artifacts together with their parts. */
  ownsTask: boolean;
  extended: Set<Artifact> | undefined;
  /** Its own too, with room for more. A list of one is made to measure, as most stay that long. */
  roomyHistory: boolean;
  roomyArtifacts: boolean;
  /** Made for the second artifact. */
  artifactIndex: Map<string, number> | undefined;
}

/**
 * Folds entries onto `start` with copy on write: only what the fold made itself and no reader has seen is written in place.
 * A snapshot ends that, so that a run of appends between two reads is linear, and a read costs nothing by itself.
 */
export function createFold(start: Task | undefined): Fold {
  const fold: Work = {
    task: start,
    ownsTask: false,
    extended: undefined,
    roomyHistory: false,
    roomyArtifacts: false,
    artifactIndex: undefined,
    apply,
    snapshot,
    finish,
  };
  return fold;
}

function apply(this: Work, entry: LogEntry): void {
  if (entry.type === "artifact") putArtifact(this, entry.event.artifact, entry.event.append);
  else if (entry.type === "task") putTask(this, entry.task);
  else {
    retireStatusMessage(this);
    if (entry.type === "message") pushHistory(this, entry.message);
    else ownTask(this).status = entry.event.status;
  }
}

function snapshot(this: Work): Task {
  if (this.task === undefined) throw new TypeError(NO_TASK);
  this.ownsTask = this.roomyHistory = this.roomyArtifacts = false;
  this.extended = undefined;
  return this.task;
}

function finish(this: Work): Task {
  const task = ownTask(this);
  const { extended } = this;
  if (this.roomyHistory && task.history !== undefined) task.history = task.history.slice();
  if (this.roomyArtifacts && task.artifacts !== undefined) task.artifacts = task.artifacts.slice();
  if (extended !== undefined && task.artifacts !== undefined) {
    task.artifacts = task.artifacts.map((one) => (extended.has(one) ? { ...one, parts: one.parts.slice() } : one));
  }
  return this.snapshot();
}

const NO_TASK = "A task's log starts with a task entry";

function ownTask(fold: Work): Task {
  if (fold.task === undefined) throw new TypeError(NO_TASK);
  if (!fold.ownsTask) fold.task = { ...fold.task };
  fold.ownsTask = true;
  return fold.task;
}

function pushHistory(fold: Work, message: Message): void {
  const task = ownTask(fold);
  const { history = [] } = task;
  if (fold.roomyHistory) return void history.push(message);
  task.history = history.length === 0 ? [message] : [...history, message];
  fold.roomyHistory = history.length > 0;
}

/** `status.message` moves to the history when it is replaced or when a message follows. */
function retireStatusMessage(fold: Work): void {
  const task = ownTask(fold);
  if (task.status.message === undefined) return;
  const { message, ...rest } = task.status;
  pushHistory(fold, message);
  task.status = rest;
}

function putArtifact(fold: Work, artifact: Artifact, append?: boolean): void {
  const task = ownTask(fold);
  const { artifacts = [] } = task;
  const index = indexOf(fold, artifacts, artifact.artifactId);
  const present = artifacts[index];
  const next = present !== undefined && append === true ? extend(fold, present, artifact) : artifact;
  if (next === present) return;
  fold.artifactIndex?.set(artifact.artifactId, index);
  if (fold.roomyArtifacts) artifacts[index] = next;
  else {
    if (artifacts.length === 0) task.artifacts = [next];
    else task.artifacts = present === undefined ? [...artifacts, next] : artifacts.with(index, next);
    fold.roomyArtifacts = artifacts.length > 0;
  }
}

/** Where the artifact of that id is, or is to be. Most often it is the newest. */
function indexOf(fold: Work, artifacts: readonly Artifact[], artifactId: string): number {
  const last = artifacts.length - 1;
  if (last < 0 || artifacts[last]?.artifactId === artifactId) return Math.max(last, 0);
  fold.artifactIndex ??= new Map(artifacts.map((artifact, index) => [artifact.artifactId, index]));
  return fold.artifactIndex.get(artifactId) ?? artifacts.length;
}

/** An append extends `parts` and never merges them; what else the chunk says replaces what was said before. */
function extend(fold: Work, present: Artifact, { parts, metadata, ...said }: Artifact): Artifact {
  const own = fold.extended?.has(present) ? present : { ...present, parts: present.parts.slice() };
  fold.extended ??= new Set();
  fold.extended.add(own);
  Object.assign(own, said);
  if (metadata !== undefined) own.metadata = { ...own.metadata, ...metadata };
  for (const part of parts) own.parts.push(part);
  return own;
}

function putTask(fold: Work, task: Task): void {
  if (fold.task === undefined) fold.task = task;
  else merge(fold, task);
}

/** A whole Task on top of an earlier one, as an agent that relays another one's answer gives it. */
function merge(fold: Work, { status, artifacts = [], history = [], metadata }: Task): void {
  const known = new Set((fold.task?.history ?? []).map(({ messageId }) => messageId));
  retireStatusMessage(fold);
  for (const message of history) if (!known.has(message.messageId)) pushHistory(fold, message);
  for (const artifact of artifacts) putArtifact(fold, artifact);
  const task = ownTask(fold);
  task.status = status;
  if (metadata !== undefined) task.metadata = { ...task.metadata, ...metadata };
}
