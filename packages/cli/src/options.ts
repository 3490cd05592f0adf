import { parseDuration } from "./duration.ts";
import { parseCount, parseHeader, parseObject, parseState } from "./option-values.ts";

/** One option. A row without `value` takes none. */
export interface OptionRow {
  readonly short?: string;
  readonly aliases?: readonly string[];
  /** What help calls its value. */
  readonly value?: string;
  /** Text → value; throws an Error that says what is wrong. */
  readonly parse?: (text: string) => unknown;
  readonly choices?: readonly string[];
  readonly multiple?: true;
  readonly default?: string;
  readonly summary: string;
  /** Never taken from the environment. */
  readonly flagOnly?: true;
  /** Never shown. */
  readonly secret?: true;
}

/** Every option of every command, once. */
const options = {
  "agent-card": {
    short: "a",
    value: "ref",
    summary: "The agent: a host, a base URL ending in /, a card URL, file://… or a path",
  },
  output: {
    short: "o",
    value: "format",
    choices: ["text", "json"],
    default: "text",
    summary: "Format of the output: text or json",
  },
  stream: { flagOnly: true, summary: "Show events as they come; with -o json, one JSON document per line" },
  async: { aliases: ["return-immediately", "no-wait"], summary: "Return as soon as the task exists" },
  wait: { summary: "Wait until the task is finished or needs input: what send does by default" },
  "poll-interval": {
    value: "duration",
    parse: parseDuration,
    default: "2s",
    summary: "First pause between two polls; it grows",
  },
  timeout: {
    value: "duration",
    parse: parseDuration,
    default: "5m",
    summary: "Give up after this long, with exit status 5",
  },
  text: { value: "text", multiple: true, flagOnly: true, summary: "A text part" },
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
  history: { value: "n", parse: parseCount(0), summary: "Include the n most recent messages" },
  status: { value: "state", parse: parseState, summary: "Only tasks in this state, such as working" },
  "page-size": { value: "n", parse: parseCount(1), summary: "Tasks per page, 1 to 100" },
  "page-token": { value: "token", summary: "Continue a listing" },
  "include-artifacts": { summary: "Show the artifacts of each task" },
  "svc-param": {
    value: "name:value",
    parse: parseHeader,
    multiple: true,
    summary: "A service parameter: an HTTP header of each call",
  },
  bearer: {
    value: "token",
    secret: true,
    summary: "Bearer token; visible in the process table, the environment variable is not",
  },
  "api-key": {
    value: "key",
    secret: true,
    summary: "API key, sent where the card says; visible in the process table, the variable is not",
  },
  dialect: { value: "name", summary: "Dialect to speak; needed where the card cannot tell" },
  debug: { summary: "Log requests and responses to standard error, without credentials" },
  help: { short: "h", flagOnly: true, summary: "Show help" },
  version: { short: "v", flagOnly: true, summary: "Show the version" },
} as const satisfies Readonly<Record<string, OptionRow>>;

export type OptionName = keyof typeof options;

type ValueOf<Row> = Row extends { parse: (text: string) => infer Value }
  ? Value
  : Row extends { choices: readonly (infer Choice)[] }
    ? Choice
    : Row extends { value: string }
      ? string
      : true;

/** What was given or stands by default, by option. */
export type Values = {
  readonly [Name in OptionName]?: (typeof options)[Name] extends { multiple: true }
    ? readonly ValueOf<(typeof options)[Name]>[]
    : ValueOf<(typeof options)[Name]>;
};

/** The rows under one type, for code that goes through them. */
export const optionRows: Readonly<Record<OptionName, OptionRow>> = options;

/** The environment variable that stands in for an option. */
export function variableOf(name: OptionName): string {
  return `A2ACLI_${name.toUpperCase().replaceAll("-", "_")}`;
}
