import type { OptionRow } from "../command-line/option-row.ts";
import { parseAuthentication, parseWebUrl } from "../command-line/option-values.ts";

/** Push notifications: where they go, and what shows that they are from the agent. */
export const pushOptions = {
  "webhook-url": {
    value: "url",
    parse: parseWebUrl,
    summary: "Where the agent posts what happens to the task",
  },
  "webhook-token": {
    value: "token",
    secret: true,
    summary: "Token that comes with each notification, in X-A2A-Notification-Token",
  },
  "webhook-auth": {
    value: "scheme credentials",
    parse: parseAuthentication,
    secret: true,
    summary: 'What comes in the Authorization header of each notification, such as "Bearer abc"',
  },
  "webhook-secret": {
    value: "whsec_…",
    multiple: true,
    separator: ",",
    secret: true,
    summary: "Key of the signature that comes with each notification (Standard Webhooks)",
  },
  "config-id": { value: "id", summary: "Name of the config; the agent gives one by default" },
} as const satisfies Readonly<Record<string, OptionRow>>;
