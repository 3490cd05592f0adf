import type { OptionRow } from "../command-line/option-row.ts";
import {
  parseBinding,
  parseHeader,
  parseHeaderValue,
  parseProtocolVersion,
  parseUri,
} from "../command-line/option-values.ts";
import { parseDuration } from "../waiting/duration.ts";

/** Which agent is called, and how. */
export const agentOptions = {
  "agent-card": {
    short: "a",
    value: "ref",
    summary: "The agent: a host, a base URL ending in /, a card URL, file://… or a path",
  },
  transport: {
    value: "binding",
    parse: parseBinding,
    multiple: true,
    separator: ",",
    summary: "Binding to prefer: JSONRPC, HTTP+JSON or GRPC; one that the card lacks is skipped",
    note: "the order of the card",
  },
  "a2a-version": {
    value: "version",
    parse: parseProtocolVersion,
    default: "1.0",
    summary: "Protocol version that every request asks for",
  },
  extension: {
    value: "uri",
    parse: parseUri,
    multiple: true,
    separator: ",",
    summary: "Extension to ask for, as an agent may require",
  },
  dialect: {
    value: "name",
    summary: "Dialect to speak, by its name or by an OpenAPI file; needed where the card cannot tell",
  },
  "svc-param": {
    value: "name:value",
    parse: parseHeader,
    multiple: true,
    // It may carry a credential; nobody but its user knows.
    secret: true,
    summary: "A service parameter: an HTTP header of each call",
  },
  bearer: {
    value: "token",
    parse: parseHeaderValue,
    secret: true,
    summary: "Bearer token; visible in the process table, the environment variable is not",
  },
  "api-key": {
    value: "key",
    parse: parseHeaderValue,
    secret: true,
    summary: "API key, sent where the card says; visible in the process table, the variable is not",
  },
  basic: { value: "user:password", secret: true, summary: "User and password; visible in the process table, too" },
  insecure: { summary: "Do not verify the agent's certificate: for development only", note: "TLS is verified" },
  ca: { value: "path", summary: "Certificates to trust beside those of Node, as PEM" },
  "client-cert": { value: "path", summary: "Certificate to show to the agent (mutual TLS), as PEM" },
  "client-key": { value: "path", summary: "Its private key, as PEM, when it is in a file of its own" },
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
