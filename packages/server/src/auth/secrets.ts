/**
 * Comparing secrets without telling by the time it takes how much of a guess was right, in every runtime: what is compared are MACs under a
 * key that nobody knows, so that a guess has no influence on where they differ.
 */

const encoder = new TextEncoder();

export function encode(secret: string): Uint8Array<ArrayBuffer> {
  return encoder.encode(secret);
}

let macKey: Promise<CryptoKey> | undefined;

type CryptoKey = Awaited<ReturnType<typeof importKey>>;

function importKey(bytes: Uint8Array<ArrayBuffer>) {
  return crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
}

/** A name for a secret that is good in this process only. */
export async function tagOf(secret: Uint8Array<ArrayBuffer>): Promise<string> {
  macKey ??= importKey(crypto.getRandomValues(new Uint8Array(32)));
  return toHex(await crypto.subtle.sign("HMAC", await macKey, secret));
}

export async function sha256(data: string | Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", typeof data === "string" ? encode(data) : data));
}

/** Whether two secrets are the same; for verifiers of one's own. */
export async function sameSecret(one: string, other: string): Promise<boolean> {
  const [a, b] = await Promise.all([tagOf(encode(one)), tagOf(encode(other))]);
  return a === b;
}

export function toHex(data: ArrayBuffer | Uint8Array): string {
  const bytes = data instanceof Uint8Array ? data : new Uint8Array(data);
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** @throws TypeError for what is no SHA-256 in hexadecimal */
export function fromSha256(hex: string): Uint8Array<ArrayBuffer> {
  if (!/^[\da-f]{64}$/i.test(hex)) throw new TypeError("sha256 must be 64 hexadecimal digits");
  return Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
}
