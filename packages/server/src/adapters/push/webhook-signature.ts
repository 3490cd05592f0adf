import { createHmac } from "node:crypto";

/** What is signed: the id stays the same when a message is sent again. */
export interface SignedMessage {
  readonly id: string;
  /** Seconds since 1970. */
  readonly timestamp: number;
  readonly body: string;
}

/** A key of Standard Webhooks: `whsec_` and 24 to 64 bytes in base64. */
const SECRET = /^whsec_([A-Za-z0-9+/]+={0,2})$/;
const KEY_BYTES = { min: 24, max: 64 };

/**
 * The `webhook-signature` of Standard Webhooks: one signature per secret, so that a receiver may know the old or the new.
 *
 * @throws TypeError for a secret that is none; it does not repeat it
 */
export function signWebhook({ id, timestamp, body }: SignedMessage, secrets: readonly string[]): string {
  const content = `${id}.${timestamp}.${body}`;
  return secrets
    .map((secret) => `v1,${createHmac("sha256", keyOf(secret)).update(content).digest("base64")}`)
    .join(" ");
}

export function requireSecrets(secrets: readonly string[]): void {
  for (const secret of secrets) keyOf(secret);
}

function keyOf(secret: string): Uint8Array {
  const key = Buffer.from(SECRET.exec(secret)?.[1] ?? "", "base64");
  if (key.length < KEY_BYTES.min || key.length > KEY_BYTES.max) {
    throw new TypeError(`A secret is whsec_ and ${KEY_BYTES.min} to ${KEY_BYTES.max} bytes in base64`);
  }
  return key;
}
