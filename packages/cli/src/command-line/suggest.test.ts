import { expect, test } from "vitest";
import { suggest } from "./suggest.ts";

const commands = ["card get", "send", "task get", "task list", "task cancel", "help"];

test.each([
  ["tsak get", "task get"],
  ["taks list", "task list"],
  ["sned", "send"],
  ["halp", "help"],
  ["task cancle", "task cancel"],
  ["zebra", undefined],
  ["", undefined],
])("%j means %j", (word, want) => {
  expect(suggest(word, commands)).toBe(want);
});
