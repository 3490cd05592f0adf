import type { SendOptions } from "@a2akit/client";
import { usageError } from "./cli-error.ts";
import type { Values } from "./command-line/options.ts";

type PushConfig = NonNullable<NonNullable<SendOptions["configuration"]>["taskPushNotificationConfig"]>;

/** Where the agent is to push, as the options say; undefined without `--webhook-url`. */
export function pushConfigOf(values: Values): PushConfig | undefined {
  const { "webhook-url": url, "webhook-token": token, "webhook-auth": authentication } = values;
  if (url === undefined) {
    if (token !== undefined || authentication !== undefined) throw usageError("--webhook-url is missing");
    return undefined;
  }
  return { url, ...(token !== undefined && { token }), ...(authentication && { authentication }) };
}
