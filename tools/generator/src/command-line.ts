import { parseArgs } from "node:util";
import { messageOf } from "./message-of.ts";

/** An option of a command; one with a `value` takes one, the others are on or off. */
interface Option {
  /** What stands for the value in the usage. */
  readonly value?: string;
  readonly says: string;
  /** What the text of the value means. @throws Error that says what is wrong with it. */
  readonly read?: (text: string) => unknown;
  readonly required?: true;
  /** What is said instead of running. */
  readonly answer?: string;
}

type Options = Readonly<Record<string, Option>>;

export interface Command<O extends Options> {
  readonly name: string;
  /** What stands for each of its arguments in the usage; all have to be given. */
  readonly operands: readonly string[];
  readonly about: string;
  readonly options: O;
  /** What else there is to say about exit and arguments. */
  readonly note?: string;
}

type ValueOf<O extends Option> = O extends { readonly read: (text: string) => infer T }
  ? T
  : O extends { readonly value: string }
    ? string
    : boolean;

interface Given<O extends Options> {
  readonly operands: readonly string[];
  readonly values: { readonly [Name in keyof O]?: ValueOf<O[Name]> };
}

/** What to say instead of running: what was asked for, or what is wrong and how the command is used. */
interface Answer {
  readonly answer: string;
  readonly status: 0 | 2;
}

/** What was given to a command, or what to say about it. */
export function readCommand<const O extends Options>(command: Command<O>, args: readonly string[]): Given<O> | Answer {
  try {
    const usage = usageOf(command);
    const rows = Object.entries<Option>({ ...command.options, help: { says: "say this", answer: usage } });
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: Object.fromEntries(
        rows.map(([name, { value }]) => [
          name,
          { type: value === undefined ? ("boolean" as const) : ("string" as const) },
        ]),
      ),
    });
    const asked = rows.find(([name, { answer }]) => answer !== undefined && values[name] === true);
    if (asked) return { answer: asked[1].answer ?? "", status: 0 };
    requireAll(command, positionals, values);
    const read = rows.flatMap(([name, option]) => {
      const value = values[name];
      return value === undefined ? [] : [[name, option.read ? option.read(String(value)) : value] as const];
    });
    // Each value is what the `read` of its row gives.
    return { operands: positionals, values: Object.fromEntries(read) as Given<O>["values"] };
  } catch (error) {
    const problem = problemOf(error);
    return { answer: `${problem}\n\n${usageOf(command)}`, status: 2 };
  }
}

function problemOf(error: unknown): string {
  const message = messageOf(error);
  // Node goes on with advice about arguments that begin with a hyphen.
  const isOfNode = error instanceof Error && "code" in error;
  return isOfNode ? message.replace(/\.\s.*/s, "") : message;
}

function requireAll<O extends Options>(
  { operands, options }: Command<O>,
  given: readonly string[],
  values: Readonly<Record<string, unknown>>,
): void {
  const surplus = given[operands.length];
  if (surplus !== undefined) throw new Error(`${JSON.stringify(surplus)} is one argument too many`);
  const missing = operands.find((_name, i) => (given[i] ?? "") === "");
  if (missing !== undefined) throw new Error(`${missing} is missing`);
  for (const [name, { required, value }] of Object.entries(options))
    if (required && (values[name] ?? "") === "") throw new Error(`--${name} ${value} is missing`);
}

function usageOf({ name, operands, about, options, note }: Command<Options>): string {
  const rows = Object.entries<Option>({ ...options, help: { says: "say this" } }).map(
    ([flag, { value, says, required }]) => ({
      flag: value === undefined ? `--${flag}` : `--${flag} ${value}`,
      says,
      required,
    }),
  );
  const width = Math.max(...rows.map(({ flag }) => flag.length)) + 2;
  const needed = rows.filter(({ required }) => required).map(({ flag }) => flag);
  const lines = rows.map(({ flag, says }) => `  ${flag.padEnd(width)}${says}\n`).join("");
  const end = note === undefined ? "" : `\n${note}\n`;
  return `${[name, ...operands, ...needed, "[options]"].join(" ")}\n\n${about}\n\n${lines}${end}`;
}

/** Reads a value that is one of these. */
export function oneOf<const T extends string>(option: string, known: readonly T[]): (text: string) => T {
  return (text) => {
    const found = known.find((item) => item === text);
    if (found === undefined) throw new Error(`${option} is ${known.join(" or ")}, not ${JSON.stringify(text)}`);
    return found;
  };
}

/** Reads a count of at least one. */
export function countOf(option: string): (text: string) => number {
  return (text) => {
    const count = Number(text);
    if (!Number.isSafeInteger(count) || count < 1)
      throw new Error(`${option} is a whole number from 1, not ${JSON.stringify(text)}`);
    return count;
  };
}
