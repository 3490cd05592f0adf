import type { AgentCard, ListTasksResponse, SendMessageResponse, Task } from "@a2akit/types";
import { expectTypeOf, test } from "vitest";
import { decodeCard } from "./card/card.ts";
import { decodeResult } from "./codec/codec.ts";
import { a2a } from "./gen/dialects/a2a.ts";
import { A2AError, type Dialect, decodeMessage, normalise, parseEvents, parseRequest, resolveMethod } from "./index.ts";

test("errors are named by the table", () => {
  new A2AError("TaskNotFound", { metadata: { taskId: "t", tries: 1 } });
  new A2AError({ code: -32050, reason: "QUOTA", message: "Quota used up" });
  // @ts-expect-error the table's names have no suffix
  new A2AError("TaskNotFoundError");
  // @ts-expect-error a violation has a description
  new A2AError("InvalidParams", { violations: [{ field: "id" }] });
});

test("a result has the type of its method", () => {
  expectTypeOf(decodeResult("GetTask", {})).toEqualTypeOf<Task>();
  expectTypeOf(decodeResult("ListTasks", {})).toEqualTypeOf<ListTasksResponse>();
  expectTypeOf(decodeResult("SendMessage", {})).toEqualTypeOf<SendMessageResponse>();
  // @ts-expect-error 0.3 had this method
  decodeResult("message/send", {});
});

test("what was only decoded is unknown", () => {
  expectTypeOf(decodeMessage("Task", {})).toBeUnknown();
  // @ts-expect-error no message of the field table
  decodeMessage("Job", {});
});

test("a method is a name until it is resolved", () => {
  const { method } = parseRequest({}, a2a);
  expectTypeOf(method).toEqualTypeOf<string>();
  // @ts-expect-error not looked up yet
  decodeResult(method, {});
  decodeResult(resolveMethod(method, a2a), {});
});

test("records, cards, copies and events keep their types", () => {
  expectTypeOf(a2a).toExtend<Dialect>();
  expectTypeOf(decodeCard({}).card).toEqualTypeOf<AgentCard>();
  expectTypeOf(normalise<Task>).returns.toEqualTypeOf<Task>();
  expectTypeOf(parseEvents(new ReadableStream<Uint8Array>())).toExtend<AsyncIterable<{ readonly data: string }>>();
  // @ts-expect-error text was not asked for
  parseEvents(["data: x"]);
});
