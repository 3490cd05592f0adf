import { expect, test } from "vitest";
import { commands } from "./commands.ts";
import { helpText } from "./help-text.ts";
import { optionRows } from "./options.ts";
import { parse } from "./parse.ts";
import { tokenize } from "./tokenize.ts";

test("the overview names every command", () => {
  const text = helpText([], {});
  for (const name of Object.keys(commands)) expect(text).toContain(name);
});

test("a group shows its commands only", () => {
  const text = helpText(["task"], {});
  expect(text).toContain("task cancel <task-id>");
  expect(text).not.toContain("card get");
});

test.each(Object.keys(commands))("help on %s shows every option and example", (name) => {
  const command = commands[name];
  if (!command) throw new Error(name);
  const text = helpText(name.split(" "), {});
  for (const option of command.options) {
    expect(text).toContain(`--${option}`);
    expect(text).toContain(optionRows[option].summary);
  }
  for (const [line] of command.examples) expect(text).toContain(line);
});

test("defaults are the effective ones, secrets are not shown (DEFAULT_001, AUTH_002)", () => {
  const text = helpText(["task", "get"], { A2ACLI_TIMEOUT: "1m", A2ACLI_BEARER: "s3cret" });
  expect(text).toContain("(default: 2s)");
  expect(text).toContain("(default: text)");
  expect(text).toContain("(A2ACLI_TIMEOUT: 1m)");
  expect(text).toContain("(A2ACLI_BEARER: set)");
  expect(text).not.toContain("s3cret");
});

test("every example parses", () => {
  for (const [name, command] of Object.entries(commands)) {
    for (const [line] of command.examples) {
      const words = [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? "");
      expect(parse(tokenize(words.slice(1)), {}).name).toBe(name);
    }
  }
});
