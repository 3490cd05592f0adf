import { describe, expect, test } from "vitest";
import { decodeMessage, encodeMessage, MAX_DEPTH } from "./message-codec.ts";

const deep = (levels: number): unknown => (levels === 0 ? 1 : { a: deep(levels - 1) });
const message = (more: object) => ({ messageId: "m", role: "ROLE_USER", parts: [{ text: "x" }], ...more });

test.each(["parts", "extensions", "referenceTaskIds"])("a list of %s is no longer than it may be", (name) => {
  const list = (length: number) => ({ message: { [name]: Array.from({ length }, () => ({})) } });
  expect(() => decodeMessage("SendMessageRequest", list(3), { maxItems: 3 })).not.toThrow();
  expect(() => decodeMessage("SendMessageRequest", list(1_000_000), { maxItems: 3 })).toThrow(
    expect.objectContaining({
      violations: [{ field: `message.${name}`, description: "must not have more than 3 items" }],
    }),
  );
});

test("an object has no more members than it may, opaque JSON excepted", () => {
  const many = (length: number) => Object.fromEntries(Array.from({ length }, (_, index) => [`k${index}`, 1]));
  const part = (length: number) => ({
    message: message({
      parts: [
        { text: "x", ...many(length) },
        { text: "y", ...many(length) },
      ],
    }),
  });
  const options = { maxMembers: 6 };
  expect(() => decodeMessage("SendMessageRequest", part(5), options)).not.toThrow();
  expect(() => decodeMessage("SendMessageRequest", part(6), options)).toThrow(
    expect.objectContaining({
      violations: [{ field: "message.parts[0]", description: "must not have more than 6 members" }],
    }),
  );
  expect(() => decodeMessage("SendMessageRequest", many(7), options)).toThrow("must not have more than 6 members");
  const opaque = { message: { parts: [{ data: many(7), metadata: many(7) }], metadata: many(7) } };
  expect(() => decodeMessage("SendMessageRequest", opaque, options)).not.toThrow();
});

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
      title: "an own __proto__ of metadata",
      name: "Message",
      given: JSON.parse('{"metadata":{"__proto__":{}}}'),
      field: "metadata.__proto__",
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
    const data: unknown = JSON.parse('{"__proto__":{"a":1},"constructor":2}');
    const given = { parts: [{ data }], metadata: { constructor: 3, data }, unknown: data };
    expect(decodeMessage("Message", given)).toBe(given);
  });

  test("the depth limit counts opaque JSON from the top, and is an option", () => {
    expect(() => decodeMessage("Message", { metadata: deep(MAX_DEPTH - 1) })).not.toThrow();
    expect(() => decodeMessage("Message", { metadata: deep(4) }, { maxDepth: 5 })).not.toThrow();
    expect(() => decodeMessage("Message", { metadata: deep(5) }, { maxDepth: 5 })).toThrow(
      "metadata nests deeper than 5 levels",
    );
  });

  test("typed members count too", () => {
    const value = message({});
    expect(decodeMessage("Message", value, { maxDepth: 3 })).toBe(value);
    expect(() => decodeMessage("Message", value, { maxDepth: 2 })).toThrow("parts[0] nests deeper than 2 levels");
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
