import { parseArgs } from "node:util";
import { type OptionName, optionRows } from "./options.ts";

/** One thing on the command line, in its order. */
export type Token =
  | { readonly kind: "word"; readonly value: string }
  | {
      readonly kind: "flag";
      readonly name: OptionName;
      readonly written: string;
      readonly value: string | undefined;
      readonly inline: boolean;
    }
  | { readonly kind: "unknown"; readonly written: string };

// Object.entries widens the keys of the table to string.
const rows = Object.entries(optionRows) as [OptionName, (typeof optionRows)[OptionName]][];

/** Long name or alias → option. */
const optionOf = new Map(
  rows.flatMap(([name, row]) => [name, ...(row.aliases ?? [])].map((key): [string, OptionName] => [key, name])),
);

const config = Object.fromEntries(
  [...optionOf].map(([key, name]) => {
    const { short, value } = optionRows[name];
    return [key, { type: value ? ("string" as const) : ("boolean" as const), ...(short && key === name && { short }) }];
  }),
);

/** Splits a command line by the option table; what it does not know is a token too. */
export function tokenize(argv: readonly string[]): Token[] {
  const { tokens } = parseArgs({
    args: [...argv],
    options: config,
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  return tokens.flatMap((token): Token[] => {
    if (token.kind === "option-terminator") return [];
    if (token.kind === "positional") return [{ kind: "word", value: token.value }];
    const name = optionOf.get(token.name);
    if (!name) return [{ kind: "unknown", written: token.rawName }];
    return [{ kind: "flag", name, written: token.rawName, value: token.value, inline: token.inlineValue === true }];
  });
}
