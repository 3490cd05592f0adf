import { parseDuration } from "../duration.ts";
import type { OptionRow } from "../option-row.ts";
import { parseHeader } from "../option-values.ts";

/** Which agent is called, and how. */
export const agentOptions = {
  "agent-card": {
    short: "a",
    value: "ref",
    summary: "The agent: a host, a base URL ending in /, a card URL, file://… or a path",
  },
  dialect: { value: "name", summary: "Dialect to speak; needed where the card cannot tell" },
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
  timeout: {
    value: "duration",
    parse: parseDuration,
    default: "5m",
    summary: "Give up after this long, with exit status 5",
  },
  "poll-interval": {
    value: "duration",
    parse: parseDuration,
    default: "2s",
    summary: "First pause between two polls; it grows",
  },
} as const satisfies Readonly<Record<string, OptionRow>>;
