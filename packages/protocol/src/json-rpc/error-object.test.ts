import fc from "fast-check";
import { expect, test } from "vitest";
import { A2AError } from "../a2a-error.ts";
import { MAX_ERROR_TEXT, MAX_VIOLATIONS, parseErrorObject, toErrorObject } from "./error-object.ts";

const info = (reason: string, metadata = {}) => ({
  "@type": "type.googleapis.com/google.rpc.ErrorInfo",
  reason,
  domain: "a2a-protocol.org",
  metadata,
});
const badRequest = (...fieldViolations: unknown[]) => ({
  "@type": "type.googleapis.com/google.rpc.BadRequest",
  fieldViolations,
});

test("the object begins with an ErrorInfo", () => {
  expect(toErrorObject(new A2AError("TaskNotFound", { metadata: { taskId: "t1" } }))).toEqual({
    code: -32001,
    message: "Task not found",
    data: [info("TASK_NOT_FOUND", { taskId: "t1" })],
  });
});

test("violations follow as a BadRequest, then other details", () => {
  const violation = { field: "message.parts[0].text", description: "must be a string" };
  const help = { "@type": "type.googleapis.com/google.rpc.Help", links: [] };
  const { data } = toErrorObject(new A2AError("InvalidParams", { violations: [violation], details: [help] }));
  expect(data).toEqual([info("INVALID_PARAMS"), badRequest(violation), help]);
});

test("it stays small whatever it tells of", () => {
  const long = "x".repeat(1_000_000);
  const violations = Array.from({ length: 10_000 }, () => ({ field: long, description: long }));
  const object = toErrorObject(new A2AError("InvalidParams", { message: long, violations, metadata: { id: long } }));
  const texts = 2 + 2 * MAX_VIOLATIONS;
  expect(JSON.stringify(object).length).toBeLessThan((texts + 1) * (MAX_ERROR_TEXT + 100));
  expect(object).toMatchObject({
    message: expect.stringMatching(/^x{999}…$/),
    data: [{ metadata: { id: expect.stringMatching(/^x{999}…$/) } }, { fieldViolations: { length: MAX_VIOLATIONS } }],
  });
});

const violation = { field: "id", description: "required" };
const rows: { title: string; given: unknown; want: object }[] = [
  {
    title: "@type objects",
    given: { code: -32001, message: "Gone", data: [info("TASK_NOT_FOUND", { taskId: "t" })] },
    want: { name: "TaskNotFoundError", message: "Gone", metadata: { taskId: "t" } },
  },
  {
    title: "reason, domain and metadata without @type",
    given: {
      code: -32602,
      message: "Bad",
      data: [{ reason: "INVALID_PARAMS", domain: "a2a-protocol.org", metadata: {} }],
    },
    want: { name: "InvalidParamsError", reason: "INVALID_PARAMS", details: [] },
  },
  {
    title: "one object instead of a list",
    given: { code: -32602, message: "Bad", data: { reason: "TOO_LONG", domain: "example.com" } },
    want: { name: "InvalidParamsError", reason: "TOO_LONG", domain: "example.com" },
  },
  {
    title: "no data",
    given: { code: -32001, message: "Task not found." },
    want: { name: "TaskNotFoundError", reason: "TASK_NOT_FOUND", message: "Task not found.", metadata: {} },
  },
  {
    title: "violations",
    given: { code: -32602, message: "Bad", data: [badRequest(violation, { field: 1 }, null)] },
    want: { violations: [violation], reason: "INVALID_PARAMS" },
  },
  {
    title: "an unknown code",
    given: { code: -32050, message: "Quota used up" },
    want: { name: "A2AError", code: -32050, reason: "UNKNOWN", message: "Quota used up" },
  },
  {
    title: "an unknown code with a reason",
    given: { code: 7, message: "No", data: [info("QUOTA")] },
    want: { name: "A2AError", code: 7, reason: "QUOTA" },
  },
  {
    title: "a shared code and its reason",
    given: { code: -32000, message: "Who?", data: [info("UNAUTHENTICATED")] },
    want: { name: "UnauthenticatedError" },
  },
  {
    title: "a shared code without a reason",
    given: { code: -32000, message: "Server error" },
    want: { name: "A2AError", code: -32000 },
  },
  {
    title: "other details",
    given: { code: -32603, message: "x", data: [{ "@type": "t", a: 1 }, { b: 2 }, "c"] },
    want: { details: [{ "@type": "t", a: 1 }] },
  },
  {
    title: "metadata that are no strings",
    given: { code: -32603, message: "x", data: [info("INTERNAL", { a: "1", b: 2 })] },
    want: { metadata: { a: "1" } },
  },
  { title: "nothing at all", given: undefined, want: { name: "InternalError", code: -32603 } },
  {
    title: "a code that is no integer",
    given: { code: "-32001", message: 5, data: "x" },
    want: { name: "InternalError", message: "Internal error" },
  },
];
test.each(rows)("reads a peer's error with $title", ({ given, want }) => {
  expect(parseErrorObject(given)).toMatchObject(want);
});

test("reading never throws", () => {
  fc.assert(
    fc.property(
      fc.anything(),
      (value) =>
        parseErrorObject(value) instanceof A2AError &&
        parseErrorObject({ code: -32602, data: value }) instanceof A2AError,
    ),
  );
});

test("what was written is read back", () => {
  const error = new A2AError("PermissionDenied", {
    message: "Not yours",
    metadata: { owner: "x" },
    violations: [violation],
    details: [{ "@type": "t" }],
  });
  const read = parseErrorObject(JSON.parse(JSON.stringify(toErrorObject(error))));
  expect({ ...read }).toEqual({ ...error });
  expect(read.message).toBe("Not yours");
});
