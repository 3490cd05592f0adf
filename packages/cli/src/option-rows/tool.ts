import type { OptionRow } from "../option-row.ts";

/** The tool itself. */
export const toolOptions = {
  output: {
    short: "o",
    value: "format",
    choices: ["text", "json"],
    default: "text",
    summary: "Format of the output: text or json",
  },
  debug: { summary: "Log requests and responses to standard error, without credentials" },
  help: { short: "h", flagOnly: true, summary: "Show help" },
  version: { short: "v", flagOnly: true, summary: "Show the version" },
} as const satisfies Readonly<Record<string, OptionRow>>;
