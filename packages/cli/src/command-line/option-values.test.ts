import { enums } from "@a2akit/protocol/codec";
import { expect, test } from "vitest";
import { parseState } from "./option-values.ts";

test.each(enums.TaskState.filter((state) => state !== "TASK_STATE_UNSPECIFIED"))("%s has a short form", (state) => {
  const short = state.replace("TASK_STATE_", "").toLowerCase().replaceAll("_", "-");
  expect(parseState(short)).toBe(state);
  expect(parseState(state)).toBe(state);
});

test.each(["", "done", "unspecified", "TASK_STATE_"])("%j is no state", (text) => {
  expect(() => parseState(text)).toThrow(/is none of submitted, working, completed/);
});
