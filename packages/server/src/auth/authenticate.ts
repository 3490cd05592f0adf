import { A2AError, isObject, toA2AError } from "@a2akit/protocol";
import type { AgentCard } from "@a2akit/types";
import type { Caller } from "../call-context.ts";
import type { Incoming, Peer } from "../http/incoming.ts";
import { type Refusal, rateLimited } from "../http-errors.ts";
import { challengeOf } from "./challenge.ts";

export interface AuthenticationRequest {
  readonly method: string;
  /** Below where a framework has mounted the handler. */
  readonly path: string;
  header(name: string): string | undefined;
  readonly query: URLSearchParams;
  readonly signal: AbortSignal;
  /** The other end of the connection, where the adapter knows it. */
  readonly peer?: Peer;
}

/** Who is not let in: unknown, not allowed, or too often wrong lately. */
export type Rejection =
  /** `challenge` is the WWW-Authenticate of the answer; without it, the card's schemes make that of a 401. */
  | { readonly status: 401 | 403; readonly challenge?: string }
  /** Seconds after which another try makes sense. */
  | { readonly status: 429; readonly retryAfter: number };

/**
 * Says who calls, once per request and before its body is read. Resolve with `ANONYMOUS` where the card's requirements
 * allow callers without a credential; an unknown credential is always `{ status: 401 }`. What it throws goes to `onError`
 * and is an internal error on the wire.
 */
export type Authenticate = (request: AuthenticationRequest) => Promise<Caller | Rejection>;

/** The caller, or why it is refused. */
export async function identify(
  authenticate: Authenticate,
  incoming: Incoming,
  card: AgentCard,
): Promise<Caller | Refusal> {
  try {
    const found = await authenticate(requestOf(incoming));
    return isObject(found) && "status" in found ? refuse(found, card) : requireCaller(found);
  } catch (error) {
    return { error: toA2AError(error), headers: {} };
  }
}

function requestOf({ method, path, query, header, signal, peer }: Incoming): AuthenticationRequest {
  return { method, path, query, header, signal: signal(), ...(peer !== undefined && { peer: peer() }) };
}

/** A hook that forgets whose tasks they are must not make them everybody's. */
function requireCaller(caller: Caller | undefined): Caller {
  if (typeof caller?.owner === "string" && typeof caller.tenant === "string") return caller;
  throw new TypeError("`authenticate` must resolve with a caller: owner and tenant are strings");
}

function refuse(rejection: Rejection, card: AgentCard): Refusal {
  if (rejection.status === 429) return rateLimited(rejection.retryAfter);
  const { status, challenge = status === 401 ? challengeOf(card) : undefined } = rejection;
  return {
    error: new A2AError(status === 401 ? "Unauthenticated" : "PermissionDenied"),
    headers: challenge === undefined ? {} : { "www-authenticate": challenge },
  };
}
