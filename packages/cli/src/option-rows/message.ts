import type { OptionRow } from "../command-line/option-row.ts";
import { parseObject } from "../command-line/option-values.ts";

/** A message, and how its answer is awaited. */
export const messageOptions = {
  text: { value: "text", mayBeEmpty: true, multiple: true, flagOnly: true, summary: "A text part" },
  file: { value: "path|url", multiple: true, flagOnly: true, summary: "A file part; a URL is passed on, not fetched" },
  data: {
    value: "path|-",
    multiple: true,
    flagOnly: true,
    summary: "A data part: JSON from a file, or - for standard input",
  },
  "media-type": { value: "type", multiple: true, flagOnly: true, summary: "Media type of the part before it" },
  metadata: { value: "json", parse: parseObject, summary: "Metadata of the request: a JSON object" },
  "task-id": { value: "id", summary: "Continue this task" },
  "context-id": { value: "id", summary: "The context of the task" },
  stream: { flagOnly: true, summary: "Show events as they come; with -o json, one JSON document per line" },
  async: { aliases: ["return-immediately", "no-wait"], summary: "Return as soon as the task exists", note: "wait" },
  wait: { summary: "Wait until the task is finished or needs input" },
  "await-auth": { summary: "Wait on while the task waits for an authorization that is given elsewhere", note: "stop" },
} as const satisfies Readonly<Record<string, OptionRow>>;
