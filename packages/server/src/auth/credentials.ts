import type { SecurityScheme } from "@a2akit/types";
import type { AuthenticationRequest } from "./authenticate.ts";
import { type Presented, readCredential } from "./read-credential.ts";
import type { Identity, Verifier, VerifyContext } from "./verifier.ts";

/** A credential that a caller presents, under the name of its scheme, with who checks it. */
export interface Shown {
  readonly name: string;
  readonly verifier: Verifier;
  readonly presented: Presented;
  readonly context: VerifyContext;
}

/** What is wrong with a credential, in words for the operator. */
export interface Fault {
  /** Name of the scheme in the card; absent where the credential is of none. */
  readonly scheme?: string;
  readonly reason: string;
}

export interface CredentialsOptions {
  readonly schemes: Readonly<Record<string, SecurityScheme>>;
  readonly verify: Readonly<Record<string, Verifier>>;
  /** Characters; what is longer is not looked at. */
  readonly credentialLength: number;
}

export interface Credentials {
  /** What a caller presents. */
  read(request: AuthenticationRequest, isProxied: boolean): readonly Shown[];
  /** Who that is, by the names of the schemes, and what is wrong with it. */
  check(shown: readonly Shown[]): Promise<readonly [ReadonlyMap<string, Identity>, ...Fault[]]>;
}

export function createCredentials({ schemes, verify, credentialLength }: CredentialsOptions): Credentials {
  /** The identity, or what is wrong. */
  async function checkOne({ verifier, presented, context }: Shown): Promise<Identity | string> {
    if (presented.fault !== undefined) return presented.fault;
    if (presented.credential.length > credentialLength) return "too long";
    const found = await verifier.verify(presented.credential, context);
    if (found === undefined) return "unknown";
    return "refused" in found ? found.refused : found;
  }

  return {
    read(request, isProxied) {
      return Object.entries(schemes).flatMap(([name, scheme]) => {
        const verifier = verify[name];
        const presented = readCredential(scheme, request);
        const context = { request, isProxied, scheme };
        if (verifier === undefined || presented === undefined || verifier.isPresent?.(context) === false) return [];
        return [{ name, verifier, presented, context }];
      });
    },

    async check(shown) {
      const results = await Promise.all(shown.map(async (each) => ({ ...each, result: await checkOne(each) })));
      const identities = new Map<string, Identity>();
      // Schemes that look at the same credential may disagree about it: one that knows it is enough.
      const known = new Set<string>();
      for (const { name, presented, result } of results) {
        if (typeof result === "string") continue;
        identities.set(name, result);
        known.add(presented.slot);
      }
      const faults = results.flatMap(({ name, presented, result }) =>
        typeof result !== "string" || known.has(presented.slot) ? [] : [{ scheme: name, reason: result }],
      );
      return [identities, ...faults];
    },
  };
}
