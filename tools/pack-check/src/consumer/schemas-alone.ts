import { methodSchemas, TaskSchema } from "@a2akit/schemas";
import { MessageSchema } from "@a2akit/schemas/moltrust";
import type { MethodMap, Task } from "@a2akit/types";
import type { Message } from "@a2akit/types/moltrust";

const written: Task = { id: "task-1", status: { state: "TASK_STATE_WORKING" }, metadata: { priority: 2 } };
const read: Task = TaskSchema.parse(written);
const params: MethodMap["GetTask"]["params"] = methodSchemas.GetTask.params.parse({ id: read.id, historyLength: 0 });

const vendors: Message = { message_id: "message-1", role: "ROLE_USER", parts: [{ text: "Hello" }] };
const vendorsRead: Message = MessageSchema.parse(vendors);

// @ts-expect-error The state of a task is one of the names in the specification.
export const wrong: Task = { id: "task-2", status: { state: "DONE" } };
const refused = TaskSchema.safeParse(wrong);

/** What the test compares. */
export const result = {
  read,
  params,
  vendors: vendorsRead,
  refused: refused.error?.issues.map(({ path }) => path.join(".")),
};
