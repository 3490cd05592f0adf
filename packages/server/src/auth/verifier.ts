import type { SecurityScheme } from "@a2akit/types";
import type { AuthenticationRequest } from "./authenticate.ts";

/** The kinds of scheme that a card can have (A2A §4.5). */
export type SchemeKind = keyof SecurityScheme;

/** What a credential proves. */
export interface Identity {
  /** Whom the tasks belong to. Leave it out where the credential proves something else, such as the key of a gateway. */
  readonly owner?: string;
  /** The only tenant of the caller; default: none, so that requests may name one. */
  readonly tenant?: string;
  /** Compared with the scopes that a requirement of the card lists. */
  readonly scopes?: readonly string[];
  readonly claims?: Readonly<Record<string, unknown>>;
}

/** Not who it says; `refused` is a word for the operator and is not sent. */
export interface NotVerified {
  readonly refused: string;
}

/** `undefined`: an unknown credential. What it throws is an internal error: a service that is down, say. */
export type Verification = Identity | NotVerified | undefined;

export interface VerifyContext {
  readonly request: AuthenticationRequest;
  /** Whether the request came through a trusted proxy. */
  readonly isProxied: boolean;
  readonly scheme: SecurityScheme;
}

/** Checks the credentials of a scheme. Made by `apiKeys`, `basic`, `bearer`, `jwt` and `mutualTls`. */
export interface Verifier {
  /** The schemes that it can check. */
  readonly kinds: readonly SchemeKind[];
  /** For HTTP authentication: the name of the scheme that it can check, in small letters. */
  readonly httpScheme?: string;
  /** Whether there is a credential at all, where that is not for the scheme to say. */
  isPresent?(context: VerifyContext): boolean;
  verify(credential: string, context: VerifyContext): Promise<Verification> | Verification;
}
