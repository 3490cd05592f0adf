import type { AuthenticationInfo } from "@a2akit/types";

/** What shows that a notification is from the agent; all that is given must fit. */
export interface VerifierOptions {
  /** The `token` of the push notification config, which comes back in `X-A2A-Notification-Token`. */
  readonly token?: string | undefined;
  /** The `authentication` of the config, which comes back in `Authorization`. */
  readonly authentication?: AuthenticationInfo | undefined;
  /** Keys of Standard Webhooks (`whsec_…`) for its signature; one of them must fit, so that a new one can replace an old one. */
  readonly secrets?: readonly string[] | undefined;
  /** Milliseconds by which the time of a signature may differ from ours; 5 min by default. */
  readonly tolerance?: number | undefined;
}

export const SIGNATURE_TOLERANCE = 300_000;

const HMAC = { name: "HMAC", hash: "SHA-256" };
const encoder = new TextEncoder();

/** @throws TypeError when nothing is given to verify by – what is empty is nothing –, or a secret is none; it is not repeated. */
export function createWebhookVerifier(options: VerifierOptions): (headers: Headers, body: string) => Promise<boolean> {
  const { token, authentication, secrets = [], tolerance = SIGNATURE_TOLERANCE } = options;
  if (!token && !authentication?.credentials && secrets.length === 0) {
    throw new TypeError("A webhook needs token, authentication or secrets, lest anybody post to it");
  }
  const keys = secrets.map(decodeSecret);
  const expected: [string, (given: string) => Promise<boolean>][] = [];
  if (token !== undefined) expected.push(["x-a2a-notification-token", (given) => isEqual(given, token)]);
  if (authentication) {
    const wanted = lowerScheme(`${authentication.scheme} ${authentication.credentials ?? ""}`);
    expected.push(["authorization", (given) => isEqual(lowerScheme(given), wanted)]);
  }

  return async (headers, body) => {
    for (const [name, fits] of expected) if (!(await fits(headers.get(name) ?? ""))) return false;
    return keys.length === 0 || isSigned({ headers, body, keys, tolerance });
  };
}

interface Signed {
  readonly headers: Headers;
  readonly body: string;
  readonly keys: readonly Uint8Array<ArrayBuffer>[];
  readonly tolerance: number;
}

/** Standard Webhooks: HMAC-SHA256 over `id.timestamp.body`; the header lists signatures as `v1,base64`, parted by spaces. */
async function isSigned({ headers, body, keys, tolerance }: Signed): Promise<boolean> {
  const timestamp = headers.get("webhook-timestamp") ?? "";
  const isRecent = /^\d{1,12}$/.test(timestamp) && Math.abs(Date.now() - Number(timestamp) * 1000) <= tolerance;
  if (!isRecent) return false;
  const content = encoder.encode(`${headers.get("webhook-id") ?? ""}.${timestamp}.${body}`);
  const signatures = [...(headers.get("webhook-signature") ?? "").matchAll(/(?:^| )v1,([A-Za-z0-9+/]{43}=)/g)];
  for (const key of keys) {
    const imported = await crypto.subtle.importKey("raw", key, HMAC, false, ["verify"]);
    for (const [, signature = ""] of signatures) {
      if (await crypto.subtle.verify("HMAC", imported, decodeBase64(signature), content)) return true;
    }
  }
  return false;
}

/** The scheme of a credential is a name in any case (RFC 9110 §11.1). */
function lowerScheme(credentials: string): string {
  return credentials.trim().replace(/^\S+/, (scheme) => scheme.toLowerCase());
}

/** Compares digests, so that the time it takes tells nothing of the secret. */
async function isEqual(given: string, expected: string): Promise<boolean> {
  const [a, b] = await Promise.all(
    [given, expected].map(async (text) => new Uint8Array(await crypto.subtle.digest("SHA-256", encoder.encode(text)))),
  );
  return a !== undefined && b !== undefined && a.every((byte, index) => byte === b[index]);
}

function decodeSecret(secret: string): Uint8Array<ArrayBuffer> {
  const key = readKey(secret);
  if (key.length < 24 || key.length > 64) throw new TypeError("A secret is whsec_ and 24 to 64 bytes in base64");
  return key;
}

/** Empty where it is none. */
function readKey(secret: string): Uint8Array<ArrayBuffer> {
  try {
    return decodeBase64(/^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(secret)?.[1] ?? "");
  } catch {
    return new Uint8Array();
  }
}

function decodeBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}
