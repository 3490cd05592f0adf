import type { OptionName } from "./options.ts";
import type { Token } from "./tokenize.ts";

/** The flags that say which agent is meant and how to speak to it; never a secret. */
const AGENT_FLAGS: readonly OptionName[] = ["agent-card", "dialect"];

/** `a2a`, the words, and the flags of this command line that name the agent: a command that one can paste. */
export function commandLine(tokens: readonly Token[], ...words: readonly string[]): string {
  return ["a2a", ...words, ...flagsOf(tokens, AGENT_FLAGS)].map(quote).join(" ");
}

/** The flags of these names as they were given. */
export function flagsOf(tokens: readonly Token[], names: readonly OptionName[]): string[] {
  return tokens.flatMap((token) => {
    if (token.kind !== "flag" || !names.includes(token.name)) return [];
    return token.value === undefined ? [token.written] : [token.written, token.value];
  });
}

/** Quotes a word for a POSIX shell where it needs it. */
function quote(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
