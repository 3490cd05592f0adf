import { usageError } from "../cli-error.ts";
import { commands } from "./commands.ts";
import { type CommandMatch, matchCommand } from "./match-command.ts";
import { suggest } from "./suggest.ts";

/** @throws CliError A2ACLI_ERR_USAGE where the words begin with no command, with what was probably meant. */
export function findCommand(words: readonly string[]): CommandMatch {
  const match = matchCommand(words);
  if (match) return match;
  const group = groupOf(words);
  const known = group === undefined ? Object.keys(commands) : commandsUnder(group);
  if (group !== undefined && words.join(" ") === group)
    throw usageError(`${group} needs a command: ${known.join(", ")}`, `a2a help ${group}`);
  const written = words.slice(0, group === undefined ? 2 : group.split(" ").length + 1).join(" ");
  const meant = suggest(written, known) ?? suggest(words[0] ?? "", known);
  throw usageError(
    `There is no command ${written}${meant ? `; did you mean ${meant}?` : ""}`,
    meant ? `a2a help ${meant}` : "a2a help",
  );
}

/** The longest group that the words begin with: `task push-config`, or `task`. */
export function groupOf(words: readonly string[]): string | undefined {
  return [2, 1]
    .map((depth) => words.slice(0, depth).join(" "))
    .find((name) => name !== "" && commandsUnder(name).length > 0);
}

/** `task` → `task get`, `task list` … */
export function commandsUnder(group: string): string[] {
  return Object.keys(commands).filter((name) => name.startsWith(`${group} `));
}
