import { usageError } from "./cli-error.ts";
import type { CommandRow } from "./command-row.ts";
import { commands } from "./commands.ts";
import { suggest } from "./suggest.ts";

/** The command that the first words name; `depth` is how many of them. */
export function findCommand(words: readonly string[]): { name: string; command: CommandRow; depth: number } {
  for (const depth of [2, 1]) {
    const name = words.slice(0, depth).join(" ");
    const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
    if (command) return { name, command, depth };
  }
  const [first = ""] = words;
  const group = commandsUnder(first);
  if (group.length > 0 && words.length === 1)
    throw usageError(`${first} needs a command: ${group.join(", ")}`, `a2a help ${first}`);
  const names = group.length > 0 ? group : Object.keys(commands);
  const written = words.slice(0, 2).join(" ");
  const meant = suggest(written, names) ?? suggest(first, names);
  throw usageError(
    `There is no command ${written}${meant ? `; did you mean ${meant}?` : ""}`,
    meant ? `a2a help ${meant}` : "a2a help",
  );
}

/** `task` → `task get`, `task list` … */
export function commandsUnder(group: string): string[] {
  return Object.keys(commands).filter((name) => name.startsWith(`${group} `));
}
