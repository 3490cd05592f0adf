import { encode, fromSha256, sha256, tagOf } from "./secrets.ts";
import type { Identity, Verification, Verifier, VerifyContext } from "./verifier.ts";

/** A secret and whom it stands for. With `sha256` (hexadecimal) the secret itself need not be anywhere near the server. */
export type KnownSecret = Identity &
  ({ readonly secret: string; readonly sha256?: never } | { readonly sha256: string; readonly secret?: never });

/** Known secrets, or a function that looks one up. What the function compares itself, it compares with `sameSecret`. */
export type Secrets =
  | readonly KnownSecret[]
  | ((credential: string, context: VerifyContext) => Promise<Verification> | Verification);

/** Looks secrets up, in a time that tells nothing of them. @throws TypeError for no secret, an empty one, and for a hash that is none */
export function createLookup(secrets: Secrets): Verifier["verify"] {
  if (typeof secrets === "function") return secrets;
  const plain: Known[] = [];
  const hashed: Known[] = [];
  for (const { secret, sha256: hash, ...identity } of secrets) {
    if (secret === "") throw new TypeError("A secret must not be empty");
    if (secret !== undefined) plain.push([encode(secret), identity]);
    else if (hash !== undefined) hashed.push([fromSha256(hash), identity]);
    else throw new TypeError("Each entry needs a secret, or its sha256");
  }
  const find = createFinder(plain);
  const findHashed = createFinder(hashed);
  return async (credential) => {
    const found = await find(() => encode(credential));
    return found ?? (await findHashed(() => sha256(credential)));
  };
}

type Known = readonly [bytes: Uint8Array<ArrayBuffer>, identity: Identity];

/** Finds bytes by their tag. Where there are none to find, nothing is computed. */
function createFinder(known: readonly Known[]) {
  let table: Promise<ReadonlyMap<string, Identity>> | undefined;

  async function build(): Promise<ReadonlyMap<string, Identity>> {
    return new Map(await Promise.all(known.map(async ([bytes, identity]) => [await tagOf(bytes), identity] as const)));
  }
  return async (
    make: () => Uint8Array<ArrayBuffer> | Promise<Uint8Array<ArrayBuffer>>,
  ): Promise<Identity | undefined> => {
    if (known.length === 0) return undefined;
    table ??= build();
    return (await table).get(await tagOf(await make()));
  };
}
