import { withComponents } from "./read-text.ts";

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const text = { type: "string" };

/** Case C06: what an A2A message needs of a generator (A2A §4.1.6, §5.5, §5.7). */
export const partDocument = withComponents({
  Part: {
    type: "object",
    properties: { text, raw: { type: "string", format: "byte" }, url: text, data: {}, filename: text },
    oneOf: [{ required: ["text"] }, { required: ["raw"] }, { required: ["url"] }, { required: ["data"] }],
  },
  TaskState: { type: "string", enum: ["TASK_STATE_UNSPECIFIED", "TASK_STATE_WORKING", "TASK_STATE_COMPLETED"] },
  Role: { type: "string", enum: ["ROLE_UNSPECIFIED", "ROLE_USER", "ROLE_AGENT"] },
  Message: {
    type: "object",
    required: ["role", "parts"],
    properties: { role: ref("Role"), parts: { type: "array", minItems: 1, items: ref("Part") } },
  },
  StringList: { type: "object", properties: { list: { type: "array", items: text } } },
  Requirement: { type: "object", properties: { schemes: { type: "object", additionalProperties: ref("StringList") } } },
  Request: {
    type: "object",
    required: ["message"],
    properties: {
      message: ref("Message"),
      state: ref("TaskState"),
      historyLength: { type: "integer", format: "int32", "x-presence": true },
      since: { type: "string", format: "date-time" },
      requirements: { type: "array", items: ref("Requirement") },
    },
  },
});

/** What its types allow and refuse. */
export const partUses = `import type * as T from "./types/part.ts";
export const parts: T.Part[] = [{ text: "x" }, { data: null }];
export const state: T.TaskState = "TASK_STATE_COMPLETED";
// @ts-expect-error two contents
export const two: T.Part = { text: "x", url: "y" };
// @ts-expect-error kind is of A2A 0.3
export const old: T.Part = { kind: "text", text: "x" };
// @ts-expect-error not a name of the enum
export const wrong: T.TaskState = "completed";
// @ts-expect-error params of another shape
export const params: T.MethodMap["GetTask"]["params"] = 1;
`;
