import { createLookup, type Secrets } from "./known-secrets.ts";
import type { Verification, Verifier, VerifyContext } from "./verifier.ts";

/** What carries its token as `Authorization: Bearer …`. */
export const BEARER_KINDS = [
  "httpAuthSecurityScheme",
  "oauth2SecurityScheme",
  "openIdConnectSecurityScheme",
] as const satisfies Verifier["kinds"];

/** Opaque tokens after `Authorization: Bearer` (RFC 6750). @throws TypeError for an empty token, and for a hash that is none */
export function bearer(secrets: Secrets): Verifier {
  return { kinds: BEARER_KINDS, httpScheme: "bearer", verify: createLookup(secrets) };
}

/**
 * User and password after `Authorization: Basic` (RFC 7617), in UTF-8. Passwords belong in a store that hashes them slowly, so that there is no
 * table for them here.
 */
export function basic(
  verify: (user: string, password: string, context: VerifyContext) => Promise<Verification> | Verification,
): Verifier {
  return {
    kinds: ["httpAuthSecurityScheme"],
    httpScheme: "basic",
    verify(credential, context) {
      const [, user, password] = /^([^:]*):(.*)$/s.exec(decode(credential) ?? "") ?? [];
      if (user === undefined || password === undefined) return { refused: "not user:password in base64" };
      return verify(user, password, context);
    },
  };
}

function decode(base64: string): string | undefined {
  try {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    // RFC 7617 §2: no control characters.
    return /\p{Cc}/u.test(text) ? undefined : text;
  } catch {
    return undefined;
  }
}
