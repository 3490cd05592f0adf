import { ROOT_CONTEXT, trace } from "@opentelemetry/api";
import { expect, it } from "vitest";
import { createTaskContexts } from "./task-contexts.ts";

const contextOf = (spanId: string) =>
  trace.setSpanContext(ROOT_CONTEXT, { traceId: "a".repeat(32), spanId, traceFlags: 1 });

it("remembers the last run of each task, and forgets the tasks that ran longest ago", () => {
  const tasks = createTaskContexts(2);
  tasks.set("1", contextOf("a"));
  tasks.set("2", contextOf("b"));
  tasks.set("1", contextOf("c"));
  tasks.set("3", contextOf("d"));
  tasks.set("4", ROOT_CONTEXT);
  const found = ["1", "2", "3", "4"].map((id) => trace.getSpanContext(tasks.get(id))?.spanId);
  expect(found).toEqual(["c", undefined, "d", undefined]);
});
