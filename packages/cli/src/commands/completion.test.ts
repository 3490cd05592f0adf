import { expect, test } from "vitest";
import { runCli } from "../run-cli.test-helper.ts";

test.each([
  [["tcsh"], "There are no completions for tcsh, only for bash, zsh, fish"],
  [["bsh"], "There are no completions for bsh, only for bash, zsh, fish"],
])("completion %j is a usage error", async (args, message) => {
  const { status, stderr } = await runCli(["completion", ...args]);
  expect([status, stderr]).toEqual([2, `Error: ${message}\nCode: A2ACLI_ERR_USAGE\nHint: a2a completion bash\n`]);
});
