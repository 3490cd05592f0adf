import { expect, test } from "vitest";
import { createNames } from "./names.ts";

test.each([
  ["names that differ in what an identifier has stay as they are", { Task: "Task", task: "task", Task2: "Task2" }],
  ["the one that is an identifier keeps its name", { "a-b": "a_b2", a_b: "a_b", "a.b": "a_b3" }],
  ["where none is, the first by code point has no number", { "a.b": "a_b2", "a-b": "a_b" }],
  ["a name that somebody has is not given to another", { a_b: "a_b", "a-b": "a_b3", a_b2: "a_b2" }],
  ["a name that a number makes is somebody's, too", { a: "a", "a-": "a_2", "a+": "a_", "a_-": "a__", a2: "a2" }],
  ["words that can name nothing", { class: "class2", class_: "class_", Record: "Record_", Method: "Method_" }],
  ["nothing that an identifier can have", { "\u{1F680}": "_2", "!": "_" }],
])("%s", (_what, want) => {
  const given = Object.keys(want);
  for (const components of [given, given.toReversed()]) {
    const { type, schema } = createNames(components);
    expect(Object.fromEntries(given.map((component) => [component, type(component)]))).toEqual(want);
    expect(new Set(given.map(schema)).size).toBe(given.length);
  }
});

test("schemas have the numbers of the types, and who has one is known", () => {
  const { schema, numbered } = createNames(["a-b", "a_b", "class", "Other"]);
  expect(["a-b", "a_b", "class", "Other"].map(schema)).toEqual([
    "a_b2Schema",
    "a_bSchema",
    "classSchema",
    "OtherSchema",
  ]);
  expect([...numbered]).toEqual([["a-b", "a_b"]]);
});
