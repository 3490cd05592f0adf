import { usageError } from "../cli-error.ts";
import { messageOf } from "../message-of.ts";
import type { CommandRow } from "./command-row.ts";
import { findCommand } from "./find-command.ts";
import type { OptionRow } from "./option-row.ts";
import { type OptionName, optionRows, type Values, variableOf } from "./options.ts";
import { suggest } from "./suggest.ts";
import type { Token } from "./tokenize.ts";

/** A part of the message, or the media type of the one before it, in the order of the command line. */
export interface PartToken {
  readonly kind: "text" | "file" | "data" | "media-type";
  readonly value: string;
}

/** A command line, understood. */
export interface Invocation {
  readonly name: string;
  readonly command: CommandRow;
  readonly args: readonly string[];
  readonly values: Values;
  readonly parts: readonly PartToken[];
  /** The whole command line. */
  readonly tokens: readonly Token[];
}

type Env = Readonly<Record<string, string | undefined>>;
interface Surroundings {
  readonly env: Env;
  readonly whereIs: (variable: string) => string;
}
type Flag = Extract<Token, { kind: "flag" }>;

const PART_KINDS: readonly string[] = ["text", "file", "data", "media-type"] satisfies PartToken["kind"][];
const TRUTH: Readonly<Record<string, boolean>> = { "1": true, true: true, "0": false, false: false };

/**
 * @param whereIs names the place of a variable in messages, which may be a file
 * @throws CliError A2ACLI_ERR_USAGE that names the option or argument, and what was probably meant.
 */
export function parse(
  tokens: readonly Token[],
  env: Env,
  whereIs: Surroundings["whereIs"] = (variable) => variable,
): Invocation {
  const words = tokens.flatMap((token) => (token.kind === "word" ? [token.value] : []));
  const { name, command, rest: args } = findCommand(words);
  const help = `a2a help ${name}`;
  for (const token of tokens) {
    if (token.kind === "word") continue;
    if (token.kind === "unknown" || !command.options.includes(token.name))
      throw unknownOption(token.written, { name, command });
    checkValue(token, help);
  }
  const flags = tokens.filter((token): token is Flag => token.kind === "flag");
  checkArgs(args, { name, command });
  return {
    name,
    command,
    args,
    values: readValues(command, flags, { env, whereIs }),
    parts: readParts(tokens, { command, depth: words.length - args.length }),
    tokens,
  };
}

function unknownOption(written: string, { name, command }: { name: string; command: CommandRow }): Error {
  const meant = suggest(written.replace(/^-+/, ""), command.options);
  return usageError(`${name} has no option ${written}${meant ? `; did you mean --${meant}?` : ""}`, `a2a help ${name}`);
}

/** `--text --stream` is a forgotten value; one that begins with a dash is written `--text=-x`. */
function checkValue({ name, written, value, inline }: Flag, help: string): void {
  const row = optionRows[name];
  const takesValue = row.value !== undefined;
  if (!takesValue && value !== undefined) throw usageError(`${written} takes no value`, help);
  const forgotten = value === undefined || (!inline && /^-./.test(value));
  if (takesValue && forgotten) throw usageError(`${written} needs a value: ${written} <${row.value}>`, help);
  if (value !== "" || row.mayBeEmpty) return;
  const otherwise = row.flagOnly ? "" : `: leave it out, or set ${variableOf(name)}`;
  throw usageError(`${written} needs a value; it is empty${otherwise}`, help);
}

function checkArgs(args: readonly string[], { name, command }: { name: string; command: CommandRow }): void {
  if (command.args.some((arg) => arg.endsWith("*"))) return;
  const help = `a2a help ${name}`;
  const missing = command.args.find((arg, index) => !arg.endsWith("?") && !args[index]);
  if (missing) throw usageError(`${name} needs <${missing}>`, help);
  const extra = args[command.args.length];
  if (extra !== undefined)
    throw usageError(`${name} has no place for ${JSON.stringify(extra)}; quote a text with spaces`, help);
}

/** Flag, else environment, else default (CONFIG_002). */
function readValues(command: CommandRow, flags: readonly Flag[], surroundings: Surroundings): Values {
  const given = new Set(flags.map((flag) => flag.name));
  if (given.has("wait") && given.has("async")) throw usageError("--wait and --async exclude each other");
  const entries = command.options.flatMap((name): [OptionName, unknown][] => {
    const value = fromFlags(name, flags) ?? fromEnv(name, surroundings) ?? fromDefault(name);
    return value === undefined ? [] : [[name, value]];
  });
  const values = new Map(entries);
  if (given.has("wait")) values.delete("async");
  // Each value went through the `parse` or `choices` of its row, which is where Values takes its types from.
  return Object.fromEntries(values) as Values;
}

function fromFlags(name: OptionName, flags: readonly Flag[]): unknown {
  const own = flags.filter((flag) => flag.name === name);
  const [last] = own.slice(-1);
  if (!last) return undefined;
  const row: OptionRow = optionRows[name];
  if (row.value === undefined) return true;
  const texts = own.map((flag) => convert(row, flag.value ?? "", flag.written));
  return row.multiple ? texts : texts.at(-1);
}

function fromEnv(name: OptionName, { env, whereIs }: Surroundings): unknown {
  const row: OptionRow = optionRows[name];
  const variable = variableOf(name);
  const text = env[variable];
  if (row.flagOnly || text === undefined || text === "") return undefined;
  const where = whereIs(variable);
  if (row.value !== undefined) {
    const texts = row.separator === undefined ? [text] : text.split(row.separator).map((part) => part.trim());
    const values = texts.filter((part) => part !== "").map((part) => convert(row, part, where));
    return row.multiple ? values : values[0];
  }
  const truth = TRUTH[text.toLowerCase()];
  if (truth === undefined) throw usageError(`${where} is ${JSON.stringify(text)}, not true or false`);
  return truth || undefined;
}

function fromDefault(name: OptionName): unknown {
  const row: OptionRow = optionRows[name];
  return row.default === undefined ? undefined : convert(row, row.default, name);
}

function convert(row: OptionRow, text: string, where: string): unknown {
  if (row.choices && !row.choices.includes(text))
    throw usageError(`${where}: ${JSON.stringify(text)} is none of ${row.choices.join(", ")}`);
  try {
    return row.parse ? row.parse(text) : text;
  } catch (error) {
    throw usageError(`${where}: ${messageOf(error)}`);
  }
}

/** A word after the command is a text part, where the command takes parts. */
function readParts(tokens: readonly Token[], { command, depth }: { command: CommandRow; depth: number }): PartToken[] {
  if (!command.options.includes("text")) return [];
  let words = 0;
  return tokens.flatMap((token): PartToken[] => {
    if (token.kind === "flag" && isPartKind(token.name)) return [{ kind: token.name, value: token.value ?? "" }];
    if (token.kind !== "word") return [];
    words += 1;
    return words > depth ? [{ kind: "text", value: token.value }] : [];
  });
}

function isPartKind(name: OptionName): name is PartToken["kind"] {
  return PART_KINDS.includes(name);
}
