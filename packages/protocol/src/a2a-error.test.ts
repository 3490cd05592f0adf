import { expect, test } from "vitest";
import { A2AError, type ErrorName, reasonOf, textOf, toA2AError } from "./a2a-error.ts";
import { errors } from "./gen/errors.ts";

test.each(Object.keys(errors) as ErrorName[])("%s takes name, code, reason and text from the table", (name) => {
  const error = new A2AError(name);
  expect(error).toMatchObject({
    name: `${name}Error`,
    code: errors[name].code,
    reason: reasonOf(name),
    message: textOf(name),
  });
  expect(error).toBeInstanceOf(Error);
});

test("the reason is the name in capitals", () => {
  expect(
    ["TaskNotFound", "JSONParse", "Internal", "PermissionDenied"].map((name) => reasonOf(name as ErrorName)),
  ).toEqual(["TASK_NOT_FOUND", "JSON_PARSE", "INTERNAL", "PERMISSION_DENIED"]);
});

test("what it says is the name as a sentence, or what the table says", () => {
  const names: readonly ErrorName[] = ["TaskNotFound", "UnsupportedOperation", "JSONParse", "Internal"];
  expect(names.map(textOf)).toEqual([
    "Task not found",
    "Unsupported operation",
    "The body is not valid JSON",
    "Internal error",
  ]);
});

test("metadata crosses the wire as strings, and undefined does not cross it", () => {
  const error = new A2AError("TaskNotFound", { metadata: { taskId: "t", tries: 2, final: true, gone: undefined } });
  expect(error.metadata).toEqual({ taskId: "t", tries: "2", final: "true" });
});

test("an own message replaces the table's, and the cause is kept", () => {
  const cause = new Error("inner");
  expect(new A2AError("Internal", { message: "Busy", cause })).toMatchObject({ message: "Busy", cause });
});

test("an A2AError passes through, anything else becomes Internal without its text", () => {
  const known = new A2AError("TaskNotFound");
  expect(toA2AError(known)).toBe(known);
  for (const thrown of [new Error("password=1"), "password=1", undefined, null, { code: -32001, isA2AError: true }]) {
    const error = toA2AError(thrown);
    expect(error).toMatchObject({ name: "InternalError", code: -32603, message: "Internal error" });
    expect(error.cause).toBe(thrown);
  }
});

test("the errors of another copy of this package pass through", async () => {
  const path = "./a2a-error.ts?copy";
  const copy: typeof import("./a2a-error.ts") = await import(/* @vite-ignore */ path);
  const foreign = new copy.A2AError("TaskNotFound");
  expect(foreign).not.toBeInstanceOf(A2AError);
  expect(toA2AError(foreign)).toBe(foreign);
});
