import type { FieldViolation } from "@a2akit/protocol";
import type { TaskPushNotificationConfig } from "@a2akit/types";
import { invalidParams } from "../invalid-params.ts";
import type { Limits } from "../limits.ts";
import type { PushNotificationSender } from "./push-notification-sender.ts";

/**
 * Checks a push notification config before it is stored.
 *
 * @param path of the config in the params, with a dot at its end
 * @throws A2AError InvalidParams for what cannot be a URL or stand in a header, and for a URL that the sender refuses
 */
export type RequireWebhook = (config: TaskPushNotificationConfig, path?: string) => Promise<void>;

export interface WebhookGateOptions {
  /** Absent: no config comes this far. */
  readonly sender: Pick<PushNotificationSender, "check"> | undefined;
  readonly limits: Pick<Limits, "webhookField">;
}

interface Rule {
  readonly field: string;
  value(config: TaskPushNotificationConfig): string | undefined;
  readonly allows: (value: string) => boolean;
  readonly description: string;
}

/** RFC 9110 §5.5: no line breaks, no control characters, nothing beyond Latin-1. */
const isHeader = (value: string): boolean => /^[\t\x20-\x7e\x80-\xff]*$/.test(value);
/** Half a character is another one in UTF-8, in which a store may keep it. */
const isText = (value: string): boolean => !/\p{Surrogate}/u.test(value);
const isWebUrl = (value: string): boolean => /^https?:\/\//i.test(value) && URL.canParse(value);
const HEADER = { allows: isHeader, description: "must be what a header can hold" };

const RULES: readonly Rule[] = [
  { field: "id", value: ({ id }) => id, allows: isText, description: "must be whole characters" },
  { field: "url", value: ({ url }) => url, allows: isWebUrl, description: "must be an absolute http or https URL" },
  { field: "token", value: ({ token }) => token, ...HEADER },
  { field: "authentication.scheme", value: ({ authentication }) => authentication?.scheme, ...HEADER },
  { field: "authentication.credentials", value: ({ authentication }) => authentication?.credentials, ...HEADER },
];

export function createWebhookGate({ sender, limits: { webhookField } }: WebhookGateOptions): RequireWebhook {
  /** What is wrong with a value. Never repeats it. */
  function fault({ allows, description }: Rule, value: string): string | undefined {
    if (value.length > webhookField) return `must not be longer than ${webhookField} characters`;
    return allows(value) ? undefined : description;
  }

  return async (config, path = "") => {
    const violations: FieldViolation[] = [];
    for (const rule of RULES) {
      const value = rule.value(config);
      const description = value === undefined ? undefined : fault(rule, value);
      if (description !== undefined) violations.push({ field: path + rule.field, description });
    }
    const refusal = violations.length === 0 ? await sender?.check(config.url) : undefined;
    if (refusal !== undefined) violations.push({ field: `${path}url`, description: refusal });
    if (violations.length > 0) throw invalidParams(violations);
  };
}
