import { expect, test } from "vitest";
import { commands } from "../command-line/commands.ts";
import { candidatesFor } from "./candidates.ts";

const values = (...words: string[]) => candidatesFor(words).values.map(({ value }) => value);

test("the words of commands, one at a time", () => {
  const first = new Set(Object.keys(commands).map((name) => name.split(" ")[0]));
  expect(new Set(values(""))).toEqual(first);
  expect(values("ta")).toEqual(["task"]);
  expect(values("task", "g")).toEqual(["get"]);
  expect(values("task", "push-config", "")).toEqual(["create", "get", "list", "delete"]);
  expect(values("help", "card", "")).toEqual(["get"]);
  expect(values("nonsense", "")).toEqual([]);
  // What every object has is no command.
  expect(values("constructor", "")).toEqual([]);
  expect(values("constructor", "-")).toEqual([]);
});

test("the options of the command, those that were given once only where they may be repeated", () => {
  expect(values("task", "cancel", "T", "--meta")).toEqual(["--metadata"]);
  expect(values("send", "--text", "a", "--te")).toEqual(["--text"]);
  expect(values("send", "--output", "json", "--out")).toEqual([]);
  expect(values("--out")).toEqual([]);
});

test("values, after the option or within its word", () => {
  expect(values("send", "--output", "")).toEqual(["text", "json"]);
  expect(values("send", "-o", "j")).toEqual(["json"]);
  expect(values("send", "--output=j")).toEqual(["--output=json"]);
  expect(values("task", "list", "--status", "input")).toEqual(["input-required"]);
  expect(values("send", "--dialect", "")).toContain("cdq-genius");
  expect(values("send", "--bearer", "")).toEqual([]);
  expect(values("send", "--nonsense=")).toEqual([]);
  expect(values("completion", "")).toEqual(["bash", "zsh", "fish"]);
});

test("files, where a path is wanted", () => {
  for (const words of [
    ["send", "--file", ""],
    ["card", "get", "-a", "./c"],
    ["task", "download", "T", "--dir", ""],
    ["mock", ""],
  ])
    expect(candidatesFor(words), words.join(" ")).toEqual({ values: [], files: true });
});

test("every candidate says what it is", () => {
  for (const words of [[""], ["task", ""], ["send", "-"]])
    for (const { value, description } of candidatesFor(words).values) expect(description, value).not.toBe("");
});
