import { expect, test } from "vitest";
import { buildAnswerMembers } from "./answer-members.ts";
import type { FieldTables } from "./fields.ts";

const tables = (fields: FieldTables["fields"]): FieldTables => ({
  fields,
  enums: { State: ["A"] },
  part: (name) => (name === "Request" ? "requestFields" : "fields"),
});

test("members of answers by what they hold, each once", () => {
  expect(
    buildAnswerMembers(
      tables({
        Task: { id: "string", state: "State", parts: "Part[]", done: "boolean?" },
        Part: { id: "string", raw: "bytes", data: "value", tags: "string[]" },
        Request: { state: "json" },
      }),
    ),
  ).toEqual({ text: ["id", "done", "tags"], State: ["state"], message: ["parts"], bytes: ["raw"], value: ["data"] });
});

test("a name that means two things is refused", () => {
  const given = tables({ Task: { data: "value" }, Part: { data: "Task" } });
  expect(() => buildAnswerMembers(given)).toThrow("data is value in one answer and message in Part");
});
