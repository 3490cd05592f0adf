import { describe, expect, test } from "vitest";
import { decodeMessage, encodeMessage, MAX_DEPTH, normalise } from "./message-codec.ts";

const deep = (levels: number): unknown => (levels === 0 ? 1 : { a: deep(levels - 1) });
const message = (more: object) => ({ messageId: "m", role: "ROLE_USER", parts: [{ text: "x" }], ...more });

describe("decode", () => {
  test("canonical input comes back as the same object", () => {
    const value = {
      message: message({ metadata: { some_key: 1 }, extensions: ["urn:a"] }),
      configuration: { historyLength: 0, returnImmediately: false },
      unknownMember: { other_key: [null] },
    };
    expect(decodeMessage("SendMessageRequest", value)).toBe(value);
  });

  test("what changes is copied, what does not is shared, and the input stays as it is", () => {
    const value = { id: "t", context_id: "c", status: { state: 3 }, history: [message({})], artifacts: null };
    const before = structuredClone(value);
    const decoded = decodeMessage("Task", value);
    expect(decoded).toEqual({
      id: "t",
      contextId: "c",
      status: { state: "TASK_STATE_COMPLETED" },
      history: value.history,
    });
    expect(decoded).toHaveProperty("history", value.history);
    expect(value).toEqual(before);
  });

  test("opaque JSON and unknown members keep their spelling, their nulls and their identity", () => {
    const metadata = { some_key: null, message_id: 1, nested: { task_id: null } };
    const data = [{ context_id: null }];
    const decoded = decodeMessage("Message", {
      message_id: "m",
      metadata,
      parts: [{ data }],
      unknown_member: metadata,
    });
    expect(decoded).toEqual({ messageId: "m", metadata, parts: [{ data }], unknown_member: metadata });
    expect(decoded).toHaveProperty("parts.0.data", data);
  });

  test("null means not set, except for a part's data", () => {
    expect(decodeMessage("Message", message({ contextId: null, task_id: null, metadata: null }))).toEqual(message({}));
    const part = { data: null, filename: null };
    expect(decodeMessage("Part", part)).toEqual({ data: null });
  });

  test("keys of a map are no member names", () => {
    const requirement = { schemes: { my_scheme: { list: ["a_b"] } } };
    expect(decodeMessage("SecurityRequirement", requirement)).toBe(requirement);
  });

  test("a value of the wrong type is left for the schema to refuse", () => {
    for (const value of [null, undefined, 1, "x", true, []]) expect(decodeMessage("Task", value)).toBe(value);
    const wrong = { id: 1, status: [], history: "x", artifacts: [null, 1, "a", []], metadata: 5 };
    expect(decodeMessage("Task", wrong)).toBe(wrong);
  });

  const refused: {
    title: string;
    name: Parameters<typeof decodeMessage>[0];
    given: unknown;
    field: string;
    rule: string;
  }[] = [
    {
      title: "a member in both spellings",
      name: "SendMessageRequest",
      given: { message: message({ task_id: "a", taskId: "a" }) },
      field: "message.task_id",
      rule: "is given in both spellings",
    },
    {
      title: "… also when one is null",
      name: "Task",
      given: { contextId: "a", context_id: null },
      field: "context_id",
      rule: "is given in both spellings",
    },
    {
      title: "… in a list",
      name: "Message",
      given: { parts: [{}, { mediaType: "a", media_type: "b" }] },
      field: "parts[1].media_type",
      rule: "is given in both spellings",
    },
    {
      title: "an own __proto__",
      name: "SendMessageRequest",
      given: JSON.parse('{"message":{"__proto__":{}}}'),
      field: "message.__proto__",
      rule: "is no member name",
    },
    {
      title: "an own constructor",
      name: "Part",
      given: { constructor: 1 },
      field: "constructor",
      rule: "is no member name",
    },
    {
      title: "an own __proto__ in a map",
      name: "SecurityRequirement",
      given: JSON.parse('{"schemes":{"__proto__":{}}}'),
      field: "schemes.__proto__",
      rule: "is no member name",
    },
    {
      title: "deep opaque JSON",
      name: "Message",
      given: { metadata: deep(MAX_DEPTH) },
      field: "metadata",
      rule: "nests deeper than 100 levels",
    },
    {
      title: "deep unknown members",
      name: "Message",
      given: { parts: [{ x: deep(MAX_DEPTH) }] },
      field: "parts[0].x",
      rule: "nests deeper than 100 levels",
    },
  ];
  test.each(refused)("$title is refused with its path", ({ name, given, field, rule }) => {
    expect(() => decodeMessage(name, given)).toThrow(
      expect.objectContaining({
        code: -32602,
        message: `${field} ${rule}`,
        violations: [{ field, description: rule }],
      }),
    );
  });

  test("own __proto__ and constructor inside opaque JSON are data", () => {
    const metadata: unknown = JSON.parse('{"__proto__":{"a":1},"constructor":2}');
    expect(decodeMessage("Message", { metadata })).toHaveProperty("metadata", metadata);
  });

  test("the depth limit counts opaque JSON from the top, and is an option", () => {
    expect(() => decodeMessage("Message", { metadata: deep(MAX_DEPTH - 1) })).not.toThrow();
    expect(() => decodeMessage("Message", { metadata: deep(4) }, { maxDepth: 5 })).not.toThrow();
    expect(() => decodeMessage("Message", { metadata: deep(5) }, { maxDepth: 5 })).toThrow(
      "metadata nests deeper than 5 levels",
    );
  });

  test("no depth exhausts the stack", () => {
    const hostile: unknown = JSON.parse(`{"metadata":${"[".repeat(200_000)}${"]".repeat(200_000)}}`);
    expect(() => decodeMessage("Message", hostile)).toThrow(expect.objectContaining({ code: -32602 }));
  });

  test("the error is the caller's choice", () => {
    expect(() => decodeMessage("Part", { constructor: 1 }, { error: "InvalidAgentResponse" })).toThrow(
      expect.objectContaining({ code: -32006 }),
    );
  });
});

describe("encode", () => {
  test("camelCase is the value itself", () => {
    const value = { messageId: "m" };
    expect(encodeMessage("Message", value, "camelCase")).toBe(value);
  });

  test("snake_case renames members and nothing else", () => {
    const value = message({
      contextId: "c",
      referenceTaskIds: ["t"],
      metadata: { someKey: 1 },
      parts: [{ data: { mediaType: 1 }, mediaType: "a/b" }],
      ownMember: 1,
    });
    const before = structuredClone(value);
    expect(encodeMessage("Message", value, "snake_case")).toEqual({
      message_id: "m",
      role: "ROLE_USER",
      context_id: "c",
      reference_task_ids: ["t"],
      metadata: { someKey: 1 },
      parts: [{ data: { mediaType: 1 }, media_type: "a/b" }],
      ownMember: 1,
    });
    expect(value).toEqual(before);
  });
});

describe("normalise", () => {
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
    ] as const) {
      expect(() => normalise("Artifact", { artifactId: "a", parts: [{ data }] })).toThrow(
        expect.objectContaining({ code: -32006, violations: [{ field: "parts[0].data", description: rule }] }),
      );
    }
  });
});
