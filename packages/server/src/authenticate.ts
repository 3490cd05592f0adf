import { A2AError, toA2AError } from "@a2akit/protocol";
import type { AgentCard, SecurityScheme } from "@a2akit/types";
import type { Caller } from "./call-context.ts";
import type { Incoming, Peer } from "./incoming.ts";

export interface AuthenticationRequest {
  readonly method: string;
  readonly path: string;
  header(name: string): string | undefined;
  readonly query: URLSearchParams;
  readonly signal: AbortSignal;
  /** The other end of the connection, where the adapter knows it. */
  readonly peer?: Peer;
}

/** `challenge` is the WWW-Authenticate of a 401; without it the card's schemes make one. */
export interface Rejection {
  readonly status: 401 | 403;
  readonly challenge?: string;
}

/**
 * Says who calls, once per request and before its body is read. Resolve with `ANONYMOUS` where the card's requirements
 * allow callers without a credential; an unknown credential is always `{ status: 401 }`. What it throws goes to `onError`
 * and is an internal error on the wire.
 */
export type Authenticate = (request: AuthenticationRequest) => Promise<Caller | Rejection>;

/** The caller, or the error and the headers to answer with. */
export async function identify(
  authenticate: Authenticate,
  incoming: Incoming,
  card: AgentCard,
): Promise<Caller | { readonly error: A2AError; readonly headers: Readonly<Record<string, string>> }> {
  try {
    const found = await authenticate(requestOf(incoming));
    if (!("status" in found)) return found;
    if (found.status === 403) return { error: new A2AError("PermissionDenied"), headers: {} };
    const challenge = found.challenge ?? challengeOf(card);
    return { error: new A2AError("Unauthenticated"), headers: { "www-authenticate": challenge } };
  } catch (error) {
    return { error: toA2AError(error), headers: {} };
  }
}

function requestOf({ method, path, query, header, signal, peer }: Incoming): AuthenticationRequest {
  return { method, path, query, header, signal: signal(), ...(peer !== undefined && { peer: peer() }) };
}

/** RFC 9110 §11.6.1: a 401 names what would be accepted. */
function challengeOf({ securitySchemes = {} }: AgentCard): string {
  const challenges = Object.values(securitySchemes).map(schemeChallenge);
  return [...new Set(challenges)].join(", ") || "Bearer";
}

function schemeChallenge({ httpAuthSecurityScheme, apiKeySecurityScheme }: SecurityScheme): string {
  if (apiKeySecurityScheme !== undefined)
    return `ApiKey ${apiKeySecurityScheme.location}="${apiKeySecurityScheme.name}"`;
  return httpAuthSecurityScheme?.scheme ?? "Bearer";
}
