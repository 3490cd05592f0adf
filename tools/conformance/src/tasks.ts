import assert from "node:assert/strict";
import type { Part, StreamResponse, Task, TaskState } from "@a2akit/types";
import type { Frame } from "./frames.ts";
import { getTask, type Peer } from "./peer.ts";

/** Asks again until what comes back passes. Whoever waits sets the limit: when its server is closed, `ask` must throw. */
export async function seen<T>(ask: () => Promise<T>, test: (value: T) => boolean): Promise<T> {
  for (;;) {
    const value = await ask();
    if (test(value)) return value;
    await new Promise(setImmediate);
  }
}

/** Asks for the task until it is in this state. */
export function eventually(peer: Peer, id: string, state: TaskState): Promise<Task> {
  return seen(
    () => getTask(peer, id),
    (task) => task.status.state === state,
  );
}

export const texts = (parts: readonly Part[] | undefined): (string | undefined)[] =>
  (parts ?? []).map((part) => part.text);

export const artifactIds = (task: Task | undefined): string[] =>
  (task?.artifacts ?? []).map((artifact) => artifact.artifactId);

/** The state that an event reports, if any. */
export const stateOf = (event: StreamResponse | undefined): TaskState | undefined =>
  event?.statusUpdate?.status.state ?? event?.task?.status.state;

/** What an event is about, in one word: `task`, `message`, `WORKING`, `art:ID`. */
export function word(event: StreamResponse | undefined): string {
  if (!event) return "nothing";
  if (event.task) return "task";
  if (event.message) return "message";
  if (event.statusUpdate) return event.statusUpdate.status.state.replace("TASK_STATE_", "");
  return `art:${event.artifactUpdate?.artifact.artifactId}`;
}

export const words = (frames: readonly Frame[]): string[] => frames.map((frame) => word(frame.event));

export function taskOf(frame: Frame | undefined): Task {
  assert.ok(frame?.event.task, `expected a Task frame, not ${JSON.stringify(frame?.event)}`);
  return frame.event.task;
}
