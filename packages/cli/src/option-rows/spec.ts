import type { OptionRow } from "../command-line/option-row.ts";

/** OpenAPI files, and what is made of them. */
export const specOptions = {
  out: { value: "folder", flagOnly: true, summary: "Folder to write; made when it is not there" },
  name: { value: "name", flagOnly: true, summary: "What the dialect is called", note: "the name of the folder" },
  formats: {
    value: "mode",
    choices: ["annotate", "assert"],
    default: "annotate",
    flagOnly: true,
    summary: "Whether schemas check format: annotate or assert",
  },
  imports: {
    value: "ending",
    choices: ["js", "ts"],
    default: "js",
    flagOnly: true,
    summary: "Ending by which the modules import each other: js or ts",
  },
  emit: {
    value: "list",
    flagOnly: true,
    summary: "Which of types, schemas and mini to make, separated by commas",
    note: "all three",
  },
  check: { flagOnly: true, summary: "Change nothing; exit with 1 when something would change, or breaks" },
} as const satisfies Readonly<Record<string, OptionRow>>;
