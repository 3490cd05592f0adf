import { usageError } from "../cli-error.ts";
import { suggest } from "../command-line/suggest.ts";
import { type Candidate, candidatesFor } from "../completion/candidates.ts";
import { FILES_LINE, SHELLS, type Shell, scripts } from "../completion/scripts.ts";
import type { Context } from "../context.ts";

/** `a2a completion bash|zsh|fish`: what the shell is to load; with words after `--`, what the last of them may become (CLI_002). */
export async function completion({ invocation, io }: Context): Promise<void> {
  const [name, ...words] = invocation.args;
  const shell = shellOf(name);
  if (words.length === 0) {
    io.stdout.write(scripts[shell]);
    return;
  }
  const { values, files } = candidatesFor(shell === "bash" ? joined(words) : words);
  io.stdout.write(values.map(lineOf).join("") + (files ? `${FILES_LINE}\n` : ""));
}

function shellOf(name: string | undefined): Shell {
  const shell = SHELLS.find((known) => known === name);
  if (shell) return shell;
  const meant = name && suggest(name, SHELLS);
  const known = SHELLS.join(", ");
  const what =
    name === undefined ? `Which shell? One of ${known}` : `There are no completions for ${name}, only for ${known}`;
  throw usageError(what, `a2a completion ${meant || "bash"}`);
}

/** bash takes `=` for a word: `--output=js` comes as three, of which the last is to be completed. */
function joined(words: readonly string[]): string[] {
  const parts = words.filter((word) => word !== "=");
  return words.at(-1) === "=" ? [...parts, ""] : parts;
}

function lineOf({ value, description }: Candidate): string {
  return `${value}\t${description}\n`;
}
