import { fromSha256, sha256, tagOf } from "./secrets.ts";
import type { Identity, Verification, Verifier, VerifyContext } from "./verifier.ts";

/** A secret and whom it stands for. With `sha256` (hexadecimal) the secret itself need not be anywhere near the server. */
export type KnownSecret = Identity &
  ({ readonly secret: string; readonly sha256?: never } | { readonly sha256: string; readonly secret?: never });

/** Known secrets, or a function that looks one up. What the function compares itself, it compares with `sameSecret`. */
export type Secrets =
  | readonly KnownSecret[]
  | ((credential: string, context: VerifyContext) => Promise<Verification> | Verification);

/** Looks secrets up, in a time that tells nothing of them. @throws TypeError for an empty secret, and for a hash that is none */
export function createLookup(secrets: Secrets): Verifier["verify"] {
  if (typeof secrets === "function") return secrets;
  const given = secrets.map(({ secret, sha256: hash, ...identity }) => {
    if (secret === "") throw new TypeError("A secret must not be empty");
    return { secret, hash: hash === undefined ? undefined : fromSha256(hash), identity };
  });
  let table: Promise<ReadonlyMap<string, Identity>> | undefined;

  async function build(): Promise<ReadonlyMap<string, Identity>> {
    const entries = given.map(async ({ secret = "", hash, identity }) => {
      return [await tagOf(hash ?? (await sha256(secret))), identity] as const;
    });
    return new Map(await Promise.all(entries));
  }
  return async (credential) => {
    table ??= build();
    return (await table).get(await tagOf(await sha256(credential)));
  };
}

/** API keys, in the header, the query parameter or the cookie that the card names (A2A §4.5.1). @throws TypeError for an empty key, and for a hash that is none */
export function apiKeys(secrets: Secrets): Verifier {
  return { kinds: ["apiKeySecurityScheme"], verify: createLookup(secrets) };
}
