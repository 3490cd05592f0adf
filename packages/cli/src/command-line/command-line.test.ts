import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { commandLine, flagsOf } from "./command-line.ts";
import { tokenize } from "./tokenize.ts";

test("names the agent as the user did, and never a secret", () => {
  const tokens = tokenize([
    "send",
    "hi",
    "-a",
    "http://127.0.0.1:1/x/",
    "--dialect",
    "a2a",
    "--bearer",
    "s3cret",
    "--text",
    "x y",
    "-o",
    "json",
  ]);
  expect(commandLine(tokens, "task", "get", "T1")).toBe(
    'a2a task get T1 -a http://127.0.0.1:1/x/ --dialect a2a --bearer "$A2ACLI_BEARER"',
  );
  expect(commandLine(tokens, "help", "send")).toBe("a2a help send");
  expect(flagsOf(tokens, ["text"])).toEqual(["--text", "'x y'"]);
});

test.each(["it's", "$HOME `id`", "a b", "*", "\\", ""])("%j survives a shell", (word) => {
  const line = commandLine([], word).replace(/^a2a/, "printf %s");
  expect(execFileSync("/bin/sh", ["-c", line], { encoding: "utf8" })).toBe(word);
});
