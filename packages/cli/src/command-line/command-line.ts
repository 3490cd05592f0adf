import { matchCommand } from "./match-command.ts";
import type { OptionRow } from "./option-row.ts";
import { type OptionName, optionRows, variableOf } from "./options.ts";
import type { Token } from "./tokenize.ts";

type Flag = Extract<Token, { kind: "flag" }>;

/** The flags that say which agent is meant and how to speak to it; what is secret in them is not repeated. */
const AGENT_FLAGS: readonly OptionName[] = [
  "agent-card",
  "dialect",
  "transport",
  "a2a-version",
  "extension",
  "config",
  "insecure",
  "ca",
  "client-cert",
  "client-key",
  "client-id",
  "bearer",
  "api-key",
  "basic",
  "client-secret",
  "svc-param",
];

/** `a2a`, the words, and the flags of this command line that name the agent: a command that one can paste. */
export function commandLine(tokens: readonly Token[], ...words: readonly string[]): string {
  const taken = optionsOf(words);
  const names = AGENT_FLAGS.filter((name) => taken.includes(name));
  return ["a2a", ...words.map(quote), ...flagsOf(tokens, names)].join(" ");
}

/** This command line, with something added. */
export function commandLineAgain(tokens: readonly Token[], ...more: readonly string[]): string {
  const given = tokens.flatMap((token) => {
    if (token.kind === "flag") return flagWords(token);
    return token.kind === "word" ? [quote(token.value)] : [];
  });
  return ["a2a", ...given, ...more.map(quote)].join(" ");
}

/** What the command that the words begin with takes; the line would be refused with anything else. */
function optionsOf(words: readonly string[]): readonly OptionName[] {
  return matchCommand(words)?.command.options ?? [];
}

/** The flags of these names as they were given, quoted; a credential stands as its variable, whose value the shell puts in. */
export function flagsOf(tokens: readonly Token[], names: readonly OptionName[]): string[] {
  return tokens.flatMap((token) => (token.kind === "flag" && names.includes(token.name) ? flagWords(token) : []));
}

function flagWords({ name, written, value }: Flag): string[] {
  const row: OptionRow = optionRows[name];
  if (value === undefined) return [written];
  return [written, row.secret ? `"$${variableOf(name)}"` : quote(value)];
}

/** Quotes a word for a POSIX shell where it needs it. */
function quote(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
