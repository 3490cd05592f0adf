import type { OptionRow } from "../command-line/option-row.ts";
import { parseCount, parseState } from "../command-line/option-values.ts";

/** Which tasks are shown, and what of them. */
export const taskOptions = {
  history: { value: "n", parse: parseCount(0), summary: "Include the n most recent messages" },
  status: { value: "state", parse: parseState, summary: "Only tasks in this state, such as working" },
  "page-size": { value: "n", parse: parseCount(1, 100), summary: "Tasks per page, 1 to 100" },
  "page-token": { value: "token", mayBeEmpty: true, summary: "Continue a listing" },
  "include-artifacts": { summary: "Show the artifacts of each task" },
  dir: { value: "folder", default: ".", summary: "Folder to write to; it is made where it is missing" },
  artifact: { value: "id", summary: "This artifact only", note: "all" },
  force: { summary: "Replace files that are there", note: "keep them, and fail" },
} as const satisfies Readonly<Record<string, OptionRow>>;
