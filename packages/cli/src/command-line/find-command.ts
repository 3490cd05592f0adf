import { usageError } from "../cli-error.ts";
import type { CommandRow } from "./command-row.ts";
import { commands } from "./commands.ts";
import { suggest } from "./suggest.ts";

/** The command that the first words name; `depth` is how many of them. */
export function findCommand(words: readonly string[]): { name: string; command: CommandRow; depth: number } {
  for (const depth of [3, 2, 1]) {
    const name = words.slice(0, depth).join(" ");
    const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
    if (command) return { name, command, depth };
  }
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
