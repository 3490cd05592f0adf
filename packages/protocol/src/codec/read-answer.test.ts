import fc from "fast-check";
import { expect, test } from "vitest";
import { examples } from "../gen/examples/a2a.ts";
import { results } from "../gen/results.ts";
import { type MessageName, planOf } from "./field-plan.ts";
import { decodeMessage, encodeMessage } from "./message-codec.ts";
import { readAnswer } from "./read-answer.ts";

test.each(examples.filter(({ kind }) => kind === "result"))("$name is itself", ({ value }) => {
  expect(readAnswer(value)).toBe(value);
});

test("what decode refuses in an answer has an outcome", () => {
  expect(readAnswer({ context_id: "a", contextId: "b" })).toEqual({ contextId: "b" });
  expect(readAnswer({ contextId: "b", context_id: "a" })).toEqual({ contextId: "a" });
  expect(readAnswer({ contextId: "b", context_id: null })).toEqual({ contextId: "b" });
  const hostile: unknown = JSON.parse('{"id":null,"__proto__":{"status":1},"constructor":2}');
  const task = readAnswer(hostile);
  expect(task).toStrictEqual({ constructor: 2 });
  expect(Object.getPrototypeOf(task)).toBe(Object.prototype);
});

test("opaque JSON is not looked into, however deep it is", () => {
  const deep = (levels: number): unknown => (levels === 0 ? 1 : { a_b: deep(levels - 1), none: null });
  const metadata = deep(1_000);
  expect(readAnswer({ context_id: "c", metadata })).toStrictEqual({ contextId: "c", metadata });
});

test("what changes is copied, what does not is shared, and the input stays as it is", () => {
  const history = [{ messageId: "m", parts: [{ text: "x" }] }];
  const value = { id: "t", context_id: "c", status: { state: 3 }, history, artifacts: null };
  const before = structuredClone(value);
  const read = readAnswer(value);
  expect(read).toEqual({ id: "t", contextId: "c", status: { state: "TASK_STATE_COMPLETED" }, history });
  expect(read).toHaveProperty("history", history);
  expect(value).toEqual(before);
});

const scalars: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  string: fc.string(),
  boolean: fc.boolean(),
  int32: fc.constantFrom(1, "2", null),
  bytes: fc.constantFrom("-_8", "SGVsbG8", "SGVsbG8="),
  timestamp: fc.constantFrom("2026-03-01T10:30:00+02:00", "2026-03-01T10:30:00Z", null),
  json: fc.constantFrom({ a_b: null }, { taskId: { task_id: 1 } }),
  value: fc.constantFrom<unknown>(null, [null], { media_type: null }, "x"),
  TaskState: fc.constantFrom(3, "TASK_STATE_FAILED", 99),
  Role: fc.constantFrom<unknown>(1, "ROLE_AGENT", null),
};

/** Values of a message as a liberal peer may write them. */
function liberal(name: string): fc.Arbitrary<unknown> {
  const members = [...new Set(planOf(name)?.values())].map(({ camelCase, type, shape }) => {
    const one = scalars[type] ?? fc.constant(undefined).chain(() => liberal(type));
    return [camelCase, shape === "list" ? fc.array(one, { maxLength: 2 }) : one] as const;
  });
  return fc.record(Object.fromEntries(members), { requiredKeys: [] });
}

const answers = new Set<string>(Object.values(results));
answers.delete("AgentCard");

test.each([...answers] as MessageName[])("%s is read as decodeMessage reads it, in both spellings", (name) => {
  fc.assert(
    fc.property(liberal(name), (value) => {
      const want = decodeMessage(name, value);
      expect(readAnswer(value)).toEqual(want);
      expect(readAnswer(encodeMessage(name, value, "snake_case"))).toEqual(want);
    }),
    { numRuns: 200 },
  );
});
