import type { OptionRow } from "../command-line/option-row.ts";
import { parseWebUrl } from "../command-line/option-values.ts";

/** How a token is got from an authorization server. */
export const authOptions = {
  "client-id": { value: "id", summary: "OAuth 2 client" },
  "client-secret": {
    value: "secret",
    secret: true,
    summary: "Secret of the OAuth 2 client; visible in the process table",
  },
  flow: {
    value: "flow",
    choices: ["device-code", "client-credentials"],
    summary: "How to get a token: device-code or client-credentials",
    note: "client-credentials with a secret, else device-code",
  },
  scope: {
    value: "scope",
    multiple: true,
    separator: " ",
    summary: "Scope to ask for",
    note: "those that the card requires",
  },
  "token-url": {
    value: "url",
    parse: parseWebUrl,
    summary: "Token endpoint to trust, when the card names none on the agent's own origin",
  },
  "device-authorization-url": {
    value: "url",
    parse: parseWebUrl,
    summary: "Device authorization endpoint to trust, as above",
  },
} as const satisfies Readonly<Record<string, OptionRow>>;
