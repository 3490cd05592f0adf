import { createLookup, type Secrets } from "./known-secrets.ts";
import type { Verifier } from "./verifier.ts";

/** API keys, in the header, the query parameter or the cookie that the card names (A2A §4.5.1). @throws TypeError for an empty key, and for a hash that is none */
export function apiKeys(secrets: Secrets): Verifier {
  return { kinds: ["apiKeySecurityScheme"], verify: createLookup(secrets) };
}
