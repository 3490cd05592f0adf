import type { Artifact, Message, StreamResponse, Task, TaskState } from "@a2akit/types";
import { expect, test } from "vitest";
import { collectText } from "../collect-text.ts";
import { collectStream, foldEvent } from "./fold-event.ts";

const ids = { taskId: "t", contextId: "c" };
const say = (text: string): Message => ({ messageId: text, role: "ROLE_AGENT", parts: [{ text }] });
const opening: Task = { id: "t", contextId: "c", status: { state: "TASK_STATE_SUBMITTED" } };
const status = (state: TaskState, message?: Message): StreamResponse => ({
  statusUpdate: { ...ids, status: { state, ...(message && { message }) } },
});
const chunk = (artifact: Artifact, append?: boolean): StreamResponse => ({
  artifactUpdate: { ...ids, artifact, ...(append !== undefined && { append }) },
});

async function* stream(...events: StreamResponse[]): AsyncIterable<StreamResponse> {
  yield* events;
}

test("chunks are put together, statuses replace each other, and their messages become history", async () => {
  const { task } = await collectStream(
    stream(
      { task: opening },
      status("TASK_STATE_WORKING", say("on it")),
      chunk({ artifactId: "a", name: "answer", parts: [{ text: "one " }], metadata: { x: 1 } }),
      chunk({ artifactId: "a", parts: [{ text: "two" }], metadata: { y: 2 } }, true),
      chunk({ artifactId: "b", parts: [{ text: "other" }] }),
      status("TASK_STATE_COMPLETED"),
    ),
  );
  expect(task).toEqual({
    ...opening,
    status: { state: "TASK_STATE_COMPLETED" },
    history: [say("on it")],
    artifacts: [
      { artifactId: "a", name: "answer", parts: [{ text: "one " }, { text: "two" }], metadata: { x: 1, y: 2 } },
      { artifactId: "b", parts: [{ text: "other" }] },
    ],
  });
  expect(collectText(task)).toBe("one two\nother");
});

test("an artifact that comes anew replaces its older self; an append to none is its beginning", () => {
  const old = foldEvent(opening, chunk({ artifactId: "a", parts: [{ text: "old" }] }, true));
  expect(foldEvent(old, chunk({ artifactId: "a", parts: [{ text: "new" }] }))?.artifacts).toEqual([
    { artifactId: "a", parts: [{ text: "new" }] },
  ]);
});

test("a whole Task replaces everything", () => {
  const known = foldEvent(opening, chunk({ artifactId: "a", parts: [{ text: "x" }] }));
  const fresh: Task = { ...opening, status: { state: "TASK_STATE_FAILED" } };
  expect(foldEvent(known, { task: fresh })).toBe(fresh);
});

test("a status says which task it is of; an artifact alone does not make one", () => {
  expect(foldEvent(undefined, status("TASK_STATE_WORKING"))).toEqual({
    ...opening,
    status: { state: "TASK_STATE_WORKING" },
  });
  expect(foldEvent(undefined, chunk({ artifactId: "a", parts: [] }))).toBeUndefined();
});

test("nothing is written to", () => {
  const task = Object.freeze({
    ...opening,
    artifacts: Object.freeze([Object.freeze({ artifactId: "a", parts: Object.freeze([{ text: "1" }]) })]),
  }) as Task;
  const after = foldEvent(task, chunk({ artifactId: "a", parts: [{ text: "2" }] }, true));
  expect(after?.artifacts?.[0]?.parts).toHaveLength(2);
  expect(task.artifacts?.[0]?.parts).toHaveLength(1);
});

test("a message answers for itself, and nothing is an error", async () => {
  expect(await collectStream(stream({ message: say("hi") }))).toEqual({ message: say("hi") });
  await expect(collectStream(stream())).rejects.toMatchObject({ name: "TransportError" });
});

test("what is of another task changes nothing; what does not say of which it is, is of this one", () => {
  const other: StreamResponse = {
    statusUpdate: { taskId: "u", contextId: "c", status: { state: "TASK_STATE_FAILED" } },
  };
  expect(foldEvent(opening, other)).toBe(opening);
  expect(foldEvent(opening, { task: { ...opening, id: "u" } })).toBe(opening);
  // Taken on trust: agents leave members out that A2A requires.
  const bare = { statusUpdate: { status: { state: "TASK_STATE_WORKING" } } } as StreamResponse;
  expect(foldEvent(opening, bare)?.status.state).toBe("TASK_STATE_WORKING");
  // As ProtoJSON writes what is not set.
  const empty: StreamResponse = {
    artifactUpdate: { taskId: "", contextId: "", artifact: { artifactId: "a", parts: [{ text: "x" }] } },
  };
  expect(collectText(foldEvent(opening, empty))).toBe("x");
  const unnamed = foldEvent(undefined, { statusUpdate: { ...ids, taskId: "", status: opening.status } });
  expect(foldEvent(unnamed, { task: opening })).toBe(opening);
});

test.each<[string, object, object]>([
  ["a status update without a status", { statusUpdate: ids }, opening],
  ["an artifact update without an artifact", { artifactUpdate: ids }, opening],
  [
    "a chunk without parts",
    { artifactUpdate: { ...ids, append: true, artifact: { artifactId: "a" } } },
    { ...opening, artifacts: [{ artifactId: "a" }] },
  ],
])("%s does no harm", (_, event, want) => {
  const task = { ...want } as Task;
  expect(foldEvent(task, event as StreamResponse)).toMatchObject(want);
  const { status: _status, ...withoutStatus } = task;
  expect(foldEvent(withoutStatus as Task, status("TASK_STATE_WORKING"))?.status.state).toBe("TASK_STATE_WORKING");
});
