import fc from "fast-check";
import { expect, test } from "vitest";
import { normalise } from "./normalise.ts";

test("leaves defaults out, and keeps what is a value", () => {
  const event = {
    taskId: "t",
    contextId: "",
    append: false,
    lastChunk: true,
    metadata: undefined,
    artifact: {
      artifactId: "a",
      name: undefined,
      extensions: [],
      parts: [{ text: "", metadata: { empty: [], no: false } }, { data: null }, { data: false }],
    },
  };
  expect(normalise("TaskArtifactUpdateEvent", event)).toStrictEqual({
    taskId: "t",
    contextId: "",
    lastChunk: true,
    artifact: {
      artifactId: "a",
      parts: [{ text: "", metadata: { empty: [], no: false } }, { data: null }, { data: false }],
    },
  });
});

test("keeps false and 0 where presence is tracked", () => {
  expect(normalise("AgentCapabilities", { streaming: false, extensions: [] })).toStrictEqual({ streaming: false });
  expect(normalise("SendMessageConfiguration", { historyLength: 0, returnImmediately: false })).toStrictEqual({
    historyLength: 0,
  });
});

test("shares nothing with its input", () => {
  const part = { data: { list: [{ a: 1 }] }, unknown: { b: 2 } };
  const input = { artifactId: "a", parts: [part], metadata: { c: [3] } };
  const copy = normalise("Artifact", input);
  const before = structuredClone(copy);
  part.data.list.push({ a: 4 });
  part.unknown.b = 5;
  input.parts.push(part);
  input.metadata.c.push(6);
  expect(copy).toEqual(before);
});

test("is canonical: spelling, enums, timestamps, bytes, and JSON of what is no JSON yet", () => {
  const status = {
    state: 2,
    timestamp: "2026-03-01T10:30:00+02:00",
    message: { message_id: "m", role: 2, parts: [{ raw: "-_8" }], metadata: { at: new Date(0) } },
  };
  expect(normalise("TaskStatus", status)).toEqual({
    state: "TASK_STATE_WORKING",
    timestamp: "2026-03-01T08:30:00Z",
    message: {
      messageId: "m",
      role: "ROLE_AGENT",
      parts: [{ raw: "+/8=" }],
      metadata: { at: "1970-01-01T00:00:00.000Z" },
    },
  });
});

test("data that is no JSON is the agent's fault, named by its path", () => {
  const loop: Record<string, unknown> = {};
  loop.self = loop;
  for (const [data, rule] of [
    [loop, "nests deeper than 100 levels"],
    [{ n: 1n }, "is not JSON"],
    [1n, "is not JSON"],
    [() => 1, "is not JSON"],
  ] as const) {
    expect(() => normalise("Artifact", { artifactId: "a", parts: [{ data }] })).toThrow(
      expect.objectContaining({ code: -32006, violations: [{ field: "parts[0].data", description: rule }] }),
    );
  }
});

test("numbers that JSON does not have are null, as JSON writes them", () => {
  expect(normalise("Part", { data: Number.NaN })).toEqual({ data: null });
  expect(normalise("Part", { data: [Number.POSITIVE_INFINITY, undefined] })).toEqual({ data: [null, null] });
});

test("whatever an agent makes is refused, or JSON that stays the same", () => {
  fc.assert(
    fc.property(fc.anything({ withBigInt: true, withDate: true, withMap: true, withTypedArray: true }), (data) => {
      let copy: unknown;
      try {
        copy = normalise("Message", {
          messageId: "m",
          role: "ROLE_AGENT",
          parts: [{ data }],
          metadata: { data },
          more: data,
        });
      } catch (error) {
        expect(error).toMatchObject({ code: -32006 });
        return;
      }
      expect(JSON.parse(JSON.stringify(copy))).toEqual(copy);
    }),
  );
});
