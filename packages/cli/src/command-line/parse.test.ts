import { describe, expect, test } from "vitest";
import { CliError } from "../cli-error.ts";
import { parse } from "./parse.ts";
import { tokenize } from "./tokenize.ts";

const parseLine = (line: string, env: Record<string, string> = {}) => parse(tokenize(line.split(" ")), env);

function failure(line: string, env?: Record<string, string>): CliError {
  try {
    parseLine(line, env);
  } catch (error) {
    if (error instanceof CliError) return error;
    throw error;
  }
  throw new Error(`${line} was accepted`);
}

describe("what is understood", () => {
  test("options before, between and after the words", () => {
    const { name, args, values } = parseLine("-o json task --timeout 10s get -a host T1 --wait");
    expect({ name, args }).toEqual({ name: "task get", args: ["T1"] });
    expect(values).toEqual({
      "agent-card": "host",
      output: "json",
      timeout: 10_000,
      wait: true,
      "poll-interval": 2_000,
      "a2a-version": "1.0",
    });
  });

  test("parts keep the order of the command line, a word is a text (SEND_006)", () => {
    expect(parseLine("send -a x first --data - --media-type a/b --text second --file f").parts).toEqual([
      { kind: "text", value: "first" },
      { kind: "data", value: "-" },
      { kind: "media-type", value: "a/b" },
      { kind: "text", value: "second" },
      { kind: "file", value: "f" },
    ]);
  });

  test.each(["--async", "--return-immediately", "--no-wait"])("%s", (flag) => {
    expect(parseLine(`send -a x ${flag} hi`).values.async).toBe(true);
  });

  test("a value with a leading dash is written with =", () => {
    expect(parseLine("send -a x --text=-1").parts).toEqual([{ kind: "text", value: "-1" }]);
  });

  test("a text and a page token may be empty: the first page has no other", () => {
    expect(parseLine("send -a x --text=").parts).toEqual([{ kind: "text", value: "" }]);
    expect(parseLine("task list -a x --page-token=").values["page-token"]).toBe("");
  });

  test("--svc-param is repeatable and keeps colons in its value", () => {
    expect(parseLine("task get T -a x --svc-param X-A:b --svc-param y:1:2").values["svc-param"]).toEqual([
      ["x-a", "b"],
      ["y", "1:2"],
    ]);
  });
});

describe("environment (AUTH_002, CONFIG_002)", () => {
  test("stands in for a flag, and loses to it", () => {
    const env = { A2ACLI_AGENT_CARD: "env-host", A2ACLI_OUTPUT: "json", A2ACLI_API_KEY: "k", A2ACLI_DEBUG: "true" };
    expect(parseLine("task get T -o text", env).values).toMatchObject({
      "agent-card": "env-host",
      output: "text",
      "api-key": "k",
      debug: true,
    });
  });

  test("--wait undoes A2ACLI_ASYNC", () => {
    expect(parseLine("send -a x hi --wait", { A2ACLI_ASYNC: "1" }).values.async).toBeUndefined();
  });

  test("streaming is an explicit flag only", () => {
    expect(parseLine("send -a x hi", { A2ACLI_STREAM: "1" }).values.stream).toBeUndefined();
  });

  test("a bad value names the variable", () => {
    expect(failure("send -a x hi", { A2ACLI_TIMEOUT: "soon" }).message).toMatch(
      /^A2ACLI_TIMEOUT: "soon" is not a duration/,
    );
    expect(failure("send -a x hi", { A2ACLI_DEBUG: "yes" }).message).toBe('A2ACLI_DEBUG is "yes", not true or false');
  });
});

describe("what is refused, with exit status 2", () => {
  test.each([
    ["send -a x --contxt-id 1 hi", "send has no option --contxt-id; did you mean --context-id?"],
    ["task get T --stream", "task get has no option --stream"],
    ["task gte T", "There is no command task gte; did you mean task get?"],
    ["sned hi", "There is no command sned hi; did you mean send?"],
    [
      "task",
      "task needs a command: task get, task list, task cancel, task subscribe, task download, task push-config create, task push-config get, task push-config list, task push-config delete",
    ],
    [
      "task push-config",
      "task push-config needs a command: task push-config create, task push-config get, task push-config list, task push-config delete",
    ],
    ["task push-config lst T", "There is no command task push-config lst; did you mean task push-config list?"],
    ["task get -a x", "task get needs <task-id>"],
    ["task get T U -a x", 'task get has no place for "U"; quote a text with spaces'],
    ["task get T -a", "-a needs a value: -a <ref>"],
    ["send --text --stream", "--text needs a value: --text <text>"],
    ["task get T --wait=no", "--wait takes no value"],
    ["send hi --async --wait", "--wait and --async exclude each other"],
    ["card get -o yaml", '-o: "yaml" is none of text, json'],
    ["send hi --metadata []", "--metadata: not a JSON object"],
    ["send hi --metadata {", "--metadata: is not JSON: expected property name or '}' (line 1, column 2)"],
    ['send hi --metadata {"a":b}', "--metadata: is not JSON: unexpected token 'b' (line 1, column 6)"],
    ["task get T --history -1", "--history needs a value: --history <n>"],
    ["task get T --history 1.5", '--history: "1.5" is not a whole number from 0'],
    ["send hi --bearer a\nb", "--bearer: it has a character that no HTTP header can hold"],
    ["send hi --task-id=", "--task-id needs a value; it is empty: leave it out, or set A2ACLI_TASK_ID"],
    ["send --file=", "--file needs a value; it is empty"],
    ["task get ", "task get needs <task-id>"],
    ["task push-config get  c", "task push-config get needs <task-id>"],
    ["task list --page-size 101", '--page-size: "101" is not a whole number from 1 to 100'],
    ["send hi --svc-param nocolon", '--svc-param: "nocolon" is not name:value'],
  ])("%s", (line, message) => {
    const error = failure(line);
    expect(error.message).toBe(message);
    expect(error.code).toBe("A2ACLI_ERR_USAGE");
  });
});
