import type { OptionRow } from "../command-line/option-row.ts";

/** The tool itself. */
export const toolOptions = {
  output: {
    short: "o",
    value: "format",
    choices: ["text", "json"],
    default: "text",
    summary: "Format of the output: text or json",
  },
  verbose: { summary: "Show everything that was exchanged: messages, metadata, media types", note: "concise" },
  config: { value: "path", summary: "Settings from this .env file in place of the nearest one" },
  debug: { summary: "Log requests and responses to standard error, without credentials" },
  help: { short: "h", flagOnly: true, summary: "Show help" },
  version: { short: "v", flagOnly: true, summary: "Show the version" },
} as const satisfies Readonly<Record<string, OptionRow>>;
