import { withoutPassword } from "../output/redact.ts";
import type { CommandRow, CommandRows } from "./command-row.ts";
import { commandGroups, commands } from "./commands.ts";
import { commandsUnder, findCommand, groupOf } from "./find-command.ts";
import type { OptionRow } from "./option-row.ts";
import { type OptionName, optionRows, variableOf } from "./options.ts";

type Env = Readonly<Record<string, string | undefined>>;
type Rows = readonly (readonly [left: string, right: string])[];

/** Columns of the left part of a row that has a right part. */
const MAX_LEFT = 34;

/** Help on the command that the words name, on a group of commands, or on everything. */
export function helpText(words: readonly string[], env: Env): string {
  const [first] = words;
  if (first === undefined) return overview(commandGroups);
  const group = groupOf(words);
  if (group !== undefined && group === words.join(" ")) return overview({ Commands: pick(commandsUnder(group)) });
  const { name, command } = findCommand(words);
  return commandHelp(name, { command, env });
}

function overview(groups: Readonly<Record<string, CommandRows>>): string {
  const width = widthOf(Object.values(groups).flatMap((group) => Object.keys(group).map(synopsis)));
  const sections = Object.entries(groups).map(([title, group]) => {
    const rows = Object.entries(group).map(([name, { summary }]): [string, string] => [synopsis(name), summary]);
    return section(title, table(rows, width));
  });
  return [
    "a2a – the command line for Agent2Agent (A2A) 1.0 agents\n",
    section("Usage", ["a2a <command> [options]"]),
    ...sections,
    section("Environment", ["A2ACLI_AGENT_CARD, A2ACLI_BEARER and so on stand in for the long options."]),
    "a2a help <command> shows its options and examples.\n",
  ].join("\n");
}

function commandHelp(name: string, { command, env }: { command: CommandRow; env: Env }): string {
  const optionTable = command.options.map((option): [string, string] => [optionLeft(option), optionRight(option, env)]);
  return [
    `${command.summary}\n`,
    section("Usage", [`a2a ${synopsis(name)} [options]`]),
    section("Options", table(optionTable)),
    ...(command.more ? [section(command.more[0], table(command.more[1]))] : []),
    section(
      "Examples",
      command.examples.flatMap(([text, purpose]) => [`# ${purpose}`, text]),
    ),
  ].join("\n");
}

function synopsis(name: string): string {
  const args = (commands[name]?.args ?? []).map((arg) => {
    const bare = arg.replace(/[?*]$/, "");
    return bare === arg ? `<${bare}>` : `[${bare}${arg.endsWith("*") ? "…" : ""}]`;
  });
  return [name, ...args].join(" ");
}

function optionLeft(name: OptionName): string {
  const { short, aliases = [], value }: OptionRow = optionRows[name];
  const names = [...(short ? [`-${short}`] : []), `--${name}`, ...aliases.map((alias) => `--${alias}`)];
  return names.join(", ") + (value ? ` <${value}>` : "");
}

/** The summary and what stands when the flag is not given (DEFAULT_001, CLI_001). */
function optionRight(name: OptionName, env: Env): string {
  const row: OptionRow = optionRows[name];
  const { summary, multiple, default: value, note } = row;
  const byDefault = value ?? note;
  const set = settingIn(env, name);
  const notes = [
    ...(multiple ? ["repeatable"] : []),
    ...(set ? [set] : byDefault === undefined ? [] : [`default: ${byDefault}`]),
  ];
  return summary + (notes.length > 0 ? ` (${notes.join("; ")})` : "");
}

/** What environment and files say in place of the default. */
function settingIn(env: Env, name: OptionName): string | undefined {
  const { flagOnly, secret }: OptionRow = optionRows[name];
  const value = flagOnly ? undefined : env[variableOf(name)];
  return value && `${variableOf(name)}: ${secret ? "set" : withoutPassword(value)}`;
}

function section(title: string, lines: readonly string[]): string {
  return `${title}:\n${lines.map((text) => `  ${text}\n`).join("")}`;
}

function pick(names: readonly string[]): CommandRows {
  return Object.fromEntries(Object.entries(commands).filter(([name]) => names.includes(name)));
}

/** Two columns; a long left part has its line to itself. */
function table(rows: Rows, width = widthOf(rows.map(([left]) => left))): string[] {
  return rows.flatMap(([left, right]) =>
    left.length > MAX_LEFT ? [left, " ".repeat(width) + right] : [left.padEnd(width) + right],
  );
}

/** Columns of the left parts that share their line, and the gap after them. */
function widthOf(lefts: readonly string[]): number {
  return Math.max(...lefts.map((left) => (left.length > MAX_LEFT ? 0 : left.length))) + 2;
}
