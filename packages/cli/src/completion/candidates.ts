import { dialects } from "@a2akit/protocol/dialects";
import type { CommandRow } from "../command-line/command-row.ts";
import { commands } from "../command-line/commands.ts";
import { type CommandMatch, matchCommand } from "../command-line/match-command.ts";
import type { OptionRow } from "../command-line/option-row.ts";
import { BINDINGS, STATE_NAMES } from "../command-line/option-values.ts";
import { type OptionName, optionRows } from "../command-line/options.ts";
import { type Token, tokenize } from "../command-line/tokenize.ts";
import { SHELLS } from "./scripts.ts";

/** Something that the word under the cursor may become. */
export interface Candidate {
  readonly value: string;
  readonly description: string;
}

/** What a shell offers; with `files` it offers those of the file system, too. */
export interface Candidates {
  readonly values: readonly Candidate[];
  readonly files: boolean;
}

const NOTHING: Candidates = { values: [], files: false };
const FILES: Candidates = { values: [], files: true };

/** Options whose values are known, though any text parses. */
const KNOWN_VALUES: Partial<Readonly<Record<OptionName, readonly string[]>>> = {
  dialect: dialects.map(({ name }) => name),
  transport: BINDINGS,
  status: STATE_NAMES,
};

/** @param words what stands after `a2a`, up to the word under the cursor, which may be empty */
export function candidatesFor(words: readonly string[]): Candidates {
  const current = words.at(-1) ?? "";
  const tokens = tokenize(words.slice(0, -1));
  const last = tokens.at(-1);
  if (last?.kind === "flag" && needsValue(last)) return valuesOf(last.name, current, "");
  const [, option, value] = /^--([a-z0-9-]+)=(.*)$/s.exec(current) ?? [];
  if (option !== undefined && value !== undefined)
    return Object.hasOwn(optionRows, option) ? valuesOf(option as OptionName, value, `--${option}=`) : NOTHING;
  const given = tokens.flatMap((token) => (token.kind === "word" ? [token.value] : []));
  const found = matchCommand(given);
  if (current.startsWith("-")) return found ? optionsOf(found.command, { current, tokens }) : NOTHING;
  return found ? argumentsOf(found, current) : nextWords(given, current);
}

function needsValue({ name, value }: Extract<Token, { kind: "flag" }>): boolean {
  return optionRows[name].value !== undefined && value === undefined;
}

function valuesOf(name: OptionName, current: string, prefix: string): Candidates {
  const row: OptionRow = optionRows[name];
  const known = row.choices ?? KNOWN_VALUES[name];
  if (known)
    return starting(
      current,
      known.map((value) => ({ value, description: "" })),
      prefix,
    );
  // A shell completes a path only where it is a word of its own.
  return prefix === "" && /path|ref|folder/.test(row.value ?? "") ? FILES : NOTHING;
}

/** An option that was given is offered again only where it may be repeated. */
function optionsOf(
  command: CommandRow,
  { current, tokens }: { current: string; tokens: readonly Token[] },
): Candidates {
  const used = new Set(tokens.flatMap((token) => (token.kind === "flag" ? [token.name] : [])));
  const free = command.options.filter((name) => !used.has(name) || optionRows[name].multiple);
  return starting(
    current,
    free.map((name) => ({ value: `--${name}`, description: optionRows[name].summary })),
  );
}

function argumentsOf({ command, rest: args }: CommandMatch, current: string): Candidates {
  const arg = command.args[args.length] ?? command.args.find((name) => name.endsWith("*")) ?? "";
  const name = arg.replace(/[?*]$/, "");
  if (name === "command") return nextWords(args, current);
  if (name === "shell")
    return starting(
      current,
      SHELLS.map((value) => ({ value, description: "" })),
    );
  return /file|path|ref/.test(name) ? FILES : NOTHING;
}

/** The words that go on from these towards a command. */
function nextWords(given: readonly string[], current: string): Candidates {
  const begin = given.map((word) => `${word} `).join("");
  const next = new Map<string, string>();
  for (const [name, { summary }] of Object.entries(commands)) {
    if (!name.startsWith(begin)) continue;
    const [word = "", ...rest] = name.slice(begin.length).split(" ");
    if (rest.length === 0) next.set(word, summary);
    else if (!next.has(word)) next.set(word, `${begin}${word} …`);
  }
  return starting(
    current,
    [...next].map(([value, description]) => ({ value, description })),
  );
}

function starting(current: string, all: readonly Candidate[], prefix = ""): Candidates {
  const values = all.filter(({ value }) => value.startsWith(current));
  return { values: values.map(({ value, description }) => ({ value: prefix + value, description })), files: false };
}
