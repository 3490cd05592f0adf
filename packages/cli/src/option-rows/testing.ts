import type { OptionRow } from "../command-line/option-row.ts";
import { parsePort } from "../command-line/option-values.ts";

/** Servers for tests, and checks of agents. */
export const testingOptions = {
  port: {
    value: "n",
    parse: parsePort,
    summary: "Port to listen on; 0 takes a free one",
    note: "4000; webhook: a free one",
  },
  host: {
    value: "address",
    default: "127.0.0.1",
    summary: "Address to listen on; 0.0.0.0 is every one of this machine",
  },
  overlay: {
    value: "path",
    flagOnly: true,
    summary: "OpenAPI Overlay for the file, or for both of a diff; default: the one beside it",
  },
  script: { value: "path", summary: "Scripted replies and faults: a YAML or JSON file" },
  fault: {
    value: "fault",
    multiple: true,
    flagOnly: true,
    summary: "Something to go wrong: [method:]name[=value][,times=n], with card for a method of the card",
  },
  send: {
    value: "text",
    flagOnly: true,
    summary: "Send the agent this text, once plain and once as a stream, and check what comes of it",
  },
  junit: { value: "path", flagOnly: true, summary: "Write the results as JUnit XML, with - to standard output" },
  tck: {
    value: "folder",
    flagOnly: true,
    summary: "Run the public A2A TCK of this checkout (a2aproject/a2a-tck, with its Python) in place of our checks",
  },
  "fail-on": {
    value: "severity",
    choices: ["error", "warning", "info", "never"],
    default: "error",
    summary: "Exit with 1 for a finding of this severity or a worse one",
  },
} as const satisfies Readonly<Record<string, OptionRow>>;
