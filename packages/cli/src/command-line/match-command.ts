import type { CommandRow } from "./command-row.ts";
import { commands } from "./commands.ts";

/** Words that the longest name of a command has: `task push-config create`. */
const MAX_WORDS = 3;

export interface CommandMatch {
  readonly name: string;
  readonly command: CommandRow;
  /** The words behind the name. */
  readonly rest: readonly string[];
}

/** The command whose name the words begin with; of `task` and `task get`, the longer one. */
export function matchCommand(words: readonly string[]): CommandMatch | undefined {
  for (let depth = MAX_WORDS; depth > 0; depth -= 1) {
    const name = words.slice(0, depth).join(" ");
    const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
    if (command) return { name, command, rest: words.slice(depth) };
  }
  return undefined;
}
