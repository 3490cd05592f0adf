import type { DeliveryAttempt, PushNotificationSender } from "../../push/push-notification-sender.ts";
import type { Delivery } from "../../push-store.ts";
import type { Scope } from "../../task-store.ts";
import { type Posted, type PostOptions, post } from "./post.ts";
import { createWebhookPolicy, type WebhookPolicyOptions } from "./webhook-policy.ts";
import { requireSecrets, signWebhook } from "./webhook-signature.ts";

export interface PushSenderOptions extends WebhookPolicyOptions, Pick<PostOptions, "ca"> {
  /**
   * Signs every payload as Standard Webhooks has it, once per secret: `whsec_` and 24 to 64 bytes in base64. As a function,
   * each owner can have secrets of its own, so that no receiver can speak in the agent's name to another.
   */
  readonly secrets?: readonly string[] | ((scope: Scope) => readonly string[] | Promise<readonly string[]>);
  /** Bytes of a webhook's response that are read, default 65,536; what is in it does not matter. */
  readonly responseBytes?: number;
}

const DEFAULT_RESPONSE_BYTES = 64 * 1024;

/**
 * Posts frames to webhooks over node:http and node:https (A2A §4.3.3), to the addresses that the policy lets in and no
 * others. An answer of 2xx is a success; anything else is not, redirects included.
 *
 * @throws TypeError for an entry of `allow` or `secrets` that is none, RangeError for a number that is not at least 0
 */
export function createPushSender(options: PushSenderOptions = {}): PushNotificationSender {
  const { secrets = [], responseBytes = DEFAULT_RESPONSE_BYTES, ca } = options;
  const policy = createWebhookPolicy(options);
  if (typeof secrets !== "function") requireSecrets(secrets);
  for (const [name, value] of Object.entries({ responseBytes, resolveTimeout: options.resolveTimeout ?? 0 })) {
    if (!(value >= 0)) throw new RangeError(`${name} must be a number of at least 0`);
  }

  return {
    async check(url) {
      const target = await policy.judge(url);
      return target.kind === "refused" ? target.rule : undefined;
    },

    async send(delivery, signal, more) {
      const target = await policy.judge(delivery.config.url);
      if (target.kind !== "allowed") {
        return { kind: "failed", reason: target.found, final: target.kind === "refused" };
      }
      const { url, addresses } = target;
      const body = JSON.stringify(delivery.frame);
      const own = typeof secrets === "function" ? await secrets(delivery.scope) : secrets;
      const headers = { ...more, ...headersOf(delivery, body, own) };
      return toAttempt(await post({ url, addresses, headers, body, responseBytes, ...(ca && { ca }) }, signal));
    },
  };
}

function headersOf({ id, config }: Delivery, body: string, secrets: readonly string[]): Record<string, string> {
  const { token, authentication: { scheme = "", credentials = "" } = {} } = config;
  // A dot would end the id in what is signed.
  const message = { id: id.replaceAll(".", "_"), timestamp: Math.floor(Date.now() / 1_000), body };
  const authorization = `${scheme} ${credentials}`.trim();
  return {
    "content-type": "application/a2a+json",
    "user-agent": "a2akit",
    ...(authorization && { authorization }),
    ...(token && { "x-a2a-notification-token": token }),
    "webhook-id": message.id,
    "webhook-timestamp": String(message.timestamp),
    ...(secrets.length > 0 && { "webhook-signature": signWebhook(message, secrets) }),
  };
}

function toAttempt(posted: Posted): DeliveryAttempt {
  if (posted.kind === "broken") return { kind: "failed", reason: posted.reason };
  const { status, retryAfter = "" } = posted;
  if (status >= 200 && status < 300) return { kind: "delivered", status };
  const reason = status >= 300 && status < 400 ? `HTTP ${status}; redirects are not followed` : `HTTP ${status}`;
  // RFC 9110 §10.2.3; a date is not worth its trouble here.
  return /^\d{1,9}$/.test(retryAfter)
    ? { kind: "failed", reason, status, retryAfter: Number(retryAfter) * 1_000 }
    : { kind: "failed", reason, status };
}
