import { A2AError, type Dialect } from "@a2akit/protocol";
import type { AgentCard, AgentInterface, SecurityScheme } from "@a2akit/types";
import type { Interceptor, OutgoingCall } from "../transport/transport.ts";
import { orAbort } from "../waiting/or-abort.ts";
import { isUsable } from "./usable-scheme.ts";

/** Who is called. */
export interface Agent {
  readonly card: AgentCard;
  readonly dialect: Dialect;
  readonly interface: AgentInterface;
}

/** A credential: given the agent, an interceptor that adds it to calls. */
export type Auth = (agent: Agent) => Interceptor;

/** A secret, or what gets one; `stale` is the one that the agent has just refused. */
export type Secret = string | ((stale?: string) => string | Promise<string>);

/** Puts a secret where a scheme wants it. */
export type Place = (call: OutgoingCall, secret: string) => OutgoingCall;

export interface AuthKind {
  /** What it is called in messages. */
  readonly title: string;
  /** Where a scheme wants it; undefined where the scheme takes another kind. */
  readonly placeIn: (scheme: SecurityScheme) => Place | undefined;
  /** Where it goes when the agent states no scheme at all. */
  readonly unstated?: Place;
}

/**
 * An interceptor that adds a secret as the card – or, where the card states no scheme, the dialect – says, and only to calls that go to the
 * origin of the interface that the card names. A secret that can be renewed is, once, when the agent refuses it.
 *
 * @throws A2AError Unauthenticated when no scheme takes this kind of credential.
 */
export function authorize(agent: Agent, kind: AuthKind, secret: Secret): Interceptor {
  const { origin } = new URL(agent.interface.url);
  const place = choosePlace(kind, statedSchemes(agent));
  const current = async (signal: AbortSignal, stale?: string) =>
    typeof secret === "string" ? secret : orAbort(Promise.resolve(secret(stale)), signal);
  return async (call, next) => {
    if (new URL(call.url).origin !== origin) return next(call);
    const used = await current(call.signal);
    try {
      return await next(place(call, used));
    } catch (error) {
      const renewed = isRefusal(error) ? await current(call.signal, used) : used;
      if (renewed === used) throw error;
      return next(place(call, renewed));
    }
  };
}

/** @throws TypeError when no header can carry the value; `fetch` would repeat it in its error. */
export function withHeader(call: OutgoingCall, name: string, value: string): OutgoingCall {
  if (UNSENDABLE.test(value.trim())) {
    throw new TypeError(`The credential for the header ${name} has a character that no header can carry`);
  }
  return { ...call, headers: { ...call.headers, [name]: value } };
}

/** What is not in the value of a header (RFC 9110 §5.5): control characters, and what a byte cannot hold. */
const UNSENDABLE = /[^\t -~\u0080-\u00ff]/;

/** The name of a scheme and the scheme; undefined where it is malformed. */
type Stated = readonly [name: string, scheme: SecurityScheme | undefined];

/** What the agent states, those that a requirement names first. */
export function statedSchemes({ card, dialect }: Agent): readonly Stated[] {
  const own = Object.entries(card.securitySchemes ?? {});
  const [entries, requirements] =
    own.length > 0
      ? [own, card.securityRequirements]
      : [Object.entries(dialect.security?.schemes ?? {}), dialect.security?.requirements];
  const required = new Set((requirements ?? []).flatMap((requirement) => Object.keys(requirement?.schemes ?? {})));
  return entries
    .map(([name, scheme]) => [name, isUsable(scheme) ? scheme : undefined] as const)
    .toSorted(([a], [b]) => Number(required.has(b)) - Number(required.has(a)));
}

function choosePlace({ title, placeIn, unstated }: AuthKind, schemes: readonly Stated[]): Place {
  for (const [, scheme] of schemes) {
    const place = scheme && placeIn(scheme);
    if (place) return place;
  }
  if (unstated && schemes.length === 0) return unstated;
  const offered =
    schemes.map(([name, scheme]) => `${name} (${scheme ? Object.keys(scheme).join() : "malformed"})`).join(", ") ||
    "none";
  throw new A2AError("Unauthenticated", {
    message: `The agent states no security scheme that takes ${title}; it states: ${offered}`,
  });
}

function isRefusal(error: unknown): boolean {
  const { reason, status }: Partial<A2AError> = Object(error);
  return reason === "UNAUTHENTICATED" || status === 401;
}
