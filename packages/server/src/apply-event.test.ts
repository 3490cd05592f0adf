import type { Artifact, Message, Task } from "@a2akit/types";
import { describe, expect, it } from "vitest";
import { applyEvent, createFold } from "./apply-event.ts";
import type { LogEntry } from "./log-entry.ts";

const task: Task = { id: "t", contextId: "c", status: { state: "TASK_STATE_SUBMITTED" } };
const message = (messageId: string): Message => ({ messageId, role: "ROLE_AGENT", parts: [{ text: messageId }] });
const said = (messageId: string): LogEntry => ({ type: "message", message: message(messageId) });
const status = (messageId?: string): LogEntry => ({
  type: "status",
  event: {
    taskId: "t",
    contextId: "c",
    status: { state: "TASK_STATE_WORKING", ...(messageId !== undefined && { message: message(messageId) }) },
  },
});
const artifact = (more: Partial<Artifact>, append = false): LogEntry => ({
  type: "artifact",
  event: { taskId: "t", contextId: "c", artifact: { artifactId: "a", parts: [{ text: "x" }], ...more }, append },
});
const fold = (...entries: LogEntry[]): Task => entries.reduce((so, entry) => applyEvent(so, entry), task);

/** An object that throws when it is written to, all the way down. */
function frozen<T>(value: T): T {
  if (typeof value === "object" && value !== null) Object.values(Object.freeze(value)).forEach(frozen);
  return value;
}

describe("applyEvent", () => {
  it("moves a status message to the history when it is replaced, and when a message follows", () => {
    expect(fold(status("1"), status("2")).history?.map(({ messageId }) => messageId)).toEqual(["1"]);
    const answered = fold(said("u1"), status("1"), said("u2"));
    expect(answered.history?.map(({ messageId }) => messageId)).toEqual(["u1", "1", "u2"]);
    expect(answered.status.message).toBeUndefined();
  });

  it("adds, replaces and extends artifacts; parts never merge", () => {
    expect(fold(artifact({}), artifact({ artifactId: "b" })).artifacts?.map(({ artifactId }) => artifactId)).toEqual([
      "a",
      "b",
    ]);
    expect(fold(artifact({ name: "old" }), artifact({ parts: [{ text: "new" }] })).artifacts).toEqual([
      { artifactId: "a", parts: [{ text: "new" }] },
    ]);
    expect(fold(artifact({ name: "n", metadata: { a: 1 } }), artifact({ metadata: { b: 2 } }, true)).artifacts).toEqual(
      [{ artifactId: "a", name: "n", metadata: { a: 1, b: 2 }, parts: [{ text: "x" }, { text: "x" }] }],
    );
    expect(fold(artifact({}, true)).artifacts).toHaveLength(1);
  });

  it("merges a whole Task: what it says is new, what it leaves out stays", () => {
    const whole: Task = {
      ...task,
      status: { state: "TASK_STATE_COMPLETED" },
      artifacts: [{ artifactId: "b", parts: [{ text: "b" }] }],
      history: [message("1"), message("2")],
      metadata: { b: 2 },
    };
    const merged = fold(said("1"), artifact({}), { type: "task", task: whole });
    expect(merged.artifacts?.map(({ artifactId }) => artifactId)).toEqual(["a", "b"]);
    expect(merged.history?.map(({ messageId }) => messageId)).toEqual(["1", "2"]);
    expect([merged.status, merged.metadata]).toEqual([whole.status, whole.metadata]);
  });

  it("writes to nothing that it was given or that it gave away", () => {
    const entries = [
      said("u"),
      status("1"),
      artifact({}),
      artifact({}, true),
      status("2"),
      said("v"),
      artifact({}, true),
    ].map(frozen);
    const builder = createFold(frozen(structuredClone(task)));
    const snapshots: [Task, Task][] = [];
    for (const entry of entries) {
      builder.apply(entry);
      const snapshot = frozen(builder.snapshot());
      snapshots.push([snapshot, structuredClone(snapshot)]);
    }
    for (const [given, copy] of snapshots) expect(given).toEqual(copy);
    expect(builder.snapshot()).toEqual(fold(...entries));
  });

  it("copies nothing between two snapshots, so that chunks are linear", () => {
    const builder = createFold(task);
    builder.apply(artifact({}));
    builder.apply(artifact({}, true));
    const { parts } = builder.snapshot().artifacts?.[0] ?? {};
    builder.apply(artifact({}, true));
    const after = builder.snapshot().artifacts?.[0]?.parts;
    builder.apply(status());
    expect(after).not.toBe(parts);
    expect(builder.snapshot().artifacts?.[0]?.parts).toBe(after);
  });

  it("needs a task entry first", () => {
    expect(() => applyEvent(undefined, status())).toThrow(TypeError);
    expect(() => createFold(undefined).snapshot()).toThrow(TypeError);
  });
});
