import fc from "fast-check";
import { expect, test } from "vitest";
import { examples } from "../gen/examples/a2a.ts";
import { isCanonicalAnswer } from "./canonical-answer.ts";
import { decodeResult } from "./decode-result.ts";

const isCanonical = (value: unknown) => isCanonicalAnswer("SubscribeToTask", value, JSON.stringify(value));
const task = { id: "t", contextId: "c", status: { state: "TASK_STATE_COMPLETED", timestamp: "2026-03-01T10:30:00Z" } };
const withPart = (part: unknown) => ({ task: { ...task, artifacts: [{ artifactId: "a", parts: [part] }] } });

test.each(examples.filter(({ kind, method }) => kind === "result" && method !== undefined))(
  "$name is canonical, or read as it is",
  ({ method, value }) => {
    if (method === undefined) throw new Error("A result has a method");
    const text = JSON.stringify(value, null, 2);
    if (isCanonicalAnswer(method, value, text)) expect(decodeResult(method, value)).toEqual(value);
  },
);

test.each<unknown>([
  { task },
  {
    message: {
      messageId: "m",
      role: "ROLE_AGENT",
      parts: [{ text: "snake_case, which is not null" }],
      metadata: { a: [1] },
    },
  },
  withPart({ data: { some: "TASK_STATE" } }),
  { statusUpdate: { taskId: "t", contextId: "c", status: task.status } },
  { artifactUpdate: { taskId: "t", contextId: "c", artifact: { artifactId: "a", parts: [{ text: "x" }] } } },
])("%j is canonical", (value) => {
  expect(isCanonical(value)).toBe(true);
});

test.each<unknown>([
  task,
  {},
  { task, message: {} },
  { task: { ...task, context_id: "c" } },
  { task: { ...task, status: { state: 3 } } },
  { task: { ...task, status: { state: "TASK_STATE_FAILED", timestamp: "2026-03-01T10:30:00+00:00" } } },
  { task: { ...task, history: null } },
  withPart({ raw: "-_8" }),
  withPart({ data: null }),
  { artifactUpdate: { artifact: { artifactId: "a", parts: [{ raw: "-_8" }] } } },
  JSON.parse('{"task":{"__proto__":{}}}'),
  null,
  [],
])("%j is to be read", (value) => {
  expect(isCanonical(value)).toBe(false);
});

test("what only streams bring is no canonical answer to SendMessage", () => {
  const value = { statusUpdate: { taskId: "t", contextId: "c", status: task.status } };
  expect(isCanonicalAnswer("SendMessage", value, JSON.stringify(value))).toBe(false);
  expect(isCanonicalAnswer("SendMessage", { task }, JSON.stringify({ task }))).toBe(true);
});

test("a list of tasks that is left out for being empty is to be read", () => {
  const page = { tasks: [], nextPageToken: "", pageSize: 50, totalSize: 0 };
  expect(isCanonicalAnswer("ListTasks", page, JSON.stringify(page))).toBe(true);
  expect(isCanonicalAnswer("ListTasks", { pageSize: 50 }, '{"pageSize":50}')).toBe(false);
});

test.each(['{"task":{"context\\u005fid":"c"}}', '{"task":{"st\\u0061te":3}}', '{"task" : {"state" :\n3}}'])(
  "%s hides nothing",
  (text) => {
    expect(isCanonicalAnswer("SubscribeToTask", JSON.parse(text), text)).toBe(false);
  },
);

test("what it takes for canonical, decodeResult leaves as it is", () => {
  const names = fc.constantFrom(
    ..."id contextId context_id state role raw timestamp pageSize text data metadata mediaType own_one own".split(" "),
  );
  const scalar = fc.constantFrom<unknown>("x", "ROLE_USER", "1", "2026-03-01T10:30:00Z", "SGVsbG8", 1, null, true, {}, [
    null,
  ]);
  const { message } = fc.letrec<{ message: Record<string, unknown> }>((tie) => ({
    message: fc.dictionary(
      fc.oneof(names, fc.constantFrom("status", "message", "parts", "artifacts", "history")),
      fc.oneof({ maxDepth: 3 }, scalar, tie("message"), fc.array(tie("message"), { maxLength: 2 })),
      { maxKeys: 4, noNullPrototype: true },
    ),
  }));
  fc.assert(
    fc.property(message, fc.boolean(), (value, isSpaced) => expectUntouched({ task: value }, isSpaced)),
    { numRuns: 3_000 },
  );
});

test("a hostile answer costs no more than its size", () => {
  const runs = ["_", "_a", " ", "\\u", "[ ", ': "', "null", "timestamp"].map((piece) => piece.repeat(1_000_000));
  const answer = { task: { id: runs.join('"') } };
  expect(typeof isCanonical(answer)).toBe("boolean");
});

test("the same holds for chunks, of which less is looked at", () => {
  const members = (...names: string[]) =>
    fc.dictionary(
      fc.constantFrom(...names),
      fc.constantFrom<unknown>("x", "TASK_STATE", "SGVsbG8", 1, null, true, { role: 1, own_one: null }, ["raw"]),
      { maxKeys: 3, noNullPrototype: true },
    );
  const part = members("text", "raw", "url", "data", "filename", "mediaType", "media_type", "metadata");
  const artifact = fc
    .tuple(members("artifactId", "artifact_id", "name", "metadata", "extensions"), fc.array(part, { maxLength: 2 }))
    .map(([own, parts]) => ({ ...own, parts }));
  const chunk = fc
    .tuple(members("taskId", "context_id", "append", "lastChunk", "last_chunk", "metadata"), artifact)
    .map(([own, whole]) => ({ ...own, artifact: whole }));
  fc.assert(
    fc.property(chunk, fc.boolean(), (value, isSpaced) => expectUntouched({ artifactUpdate: value }, isSpaced)),
    { numRuns: 3_000 },
  );
});

function expectUntouched(answer: object, isSpaced: boolean): void {
  const text = JSON.stringify(answer, null, isSpaced ? 1 : 0);
  if (!isCanonicalAnswer("SubscribeToTask", answer, text)) return;
  expect(decodeResult("SubscribeToTask", answer)).toBe(answer);
}
