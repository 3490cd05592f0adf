import type { ListTasksResponse, Part, SendMessageResponse, StreamResponse, Task } from "@a2akit/types";
import { expectTypeOf, test } from "vitest";
import type { Client } from "./client.ts";

declare const client: Client;

test("a call is typed by its method", () => {
  expectTypeOf(client.call("GetTask", { id: "t" })).toEqualTypeOf<Promise<Task>>();
  expectTypeOf(client.getTask({ id: "t" })).toEqualTypeOf<Promise<Task>>();
  expectTypeOf(client.listTasks({})).toEqualTypeOf<Promise<ListTasksResponse>>();
  expectTypeOf(client.send("hi")).toEqualTypeOf<Promise<SendMessageResponse>>();
  expectTypeOf(client.subscribeToTask({ id: "t" })).toEqualTypeOf<AsyncIterable<StreamResponse>>();
  expectTypeOf(client.stream([{ text: "hi" }])).toEqualTypeOf<AsyncIterable<StreamResponse>>();
});

test("wrong params do not compile", () => {
  // @ts-expect-error the id is missing
  client.getTask({});
  // @ts-expect-error the id is a string
  client.call("GetTask", { id: 1 });
  // @ts-expect-error there is no such method
  client.call("FetchTask", { id: "t" });
  // @ts-expect-error the params are those of another method
  client.call("SendMessage", { id: "t" });
  // @ts-expect-error a part has one content
  client.send({ text: "a", url: "https://h/" });
  // @ts-expect-error there is no such state
  client.listTasks({ status: "completed" });
  expectTypeOf<{ text: "a" }>().toExtend<Part>();
});
