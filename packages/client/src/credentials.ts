import { A2AError, type Dialect } from "@a2akit/protocol";
import type { AgentCard, SecurityScheme } from "@a2akit/types";
import type { Interceptor, OutgoingCall } from "./transport.ts";

/** Secrets to send where the card's security schemes say (A2A §7). */
export interface Credentials {
  /** A token for a bearer, OAuth 2 or OpenID Connect scheme: `Authorization: Bearer …`. */
  readonly bearer?: string | undefined;
  /** A key for the API key scheme: header, query parameter or cookie. */
  readonly apiKey?: string | undefined;
}

type Place = (call: OutgoingCall, secret: string) => OutgoingCall;

const bearerPlace: Place = (call, secret) => withHeader(call, "authorization", `Bearer ${secret}`);

/** Where an API key goes, by the `location` of its scheme (A2A §4.5.2). */
const apiKeyPlaces: Readonly<Record<string, (name: string) => Place>> = {
  header: (name) => (call, secret) => withHeader(call, name.toLowerCase(), secret),
  query: (name) => (call, secret) => {
    const url = new URL(call.url);
    url.searchParams.set(name, secret);
    return { ...call, url: url.href };
  },
  cookie: (name) => (call, secret) => withCookie(call, `${name}=${encodeURIComponent(secret)}`),
};

/** Which place a scheme names for a kind of credential; undefined where the scheme takes another kind. */
const placeOf: Readonly<Record<keyof Credentials, (scheme: SecurityScheme) => Place | undefined>> = {
  bearer: (scheme) => {
    const takesBearer =
      scheme.httpAuthSecurityScheme?.scheme.toLowerCase() === "bearer" ||
      scheme.oauth2SecurityScheme !== undefined ||
      scheme.openIdConnectSecurityScheme !== undefined;
    return takesBearer ? bearerPlace : undefined;
  },
  apiKey: ({ apiKeySecurityScheme: scheme }) => (scheme ? apiKeyPlaces[scheme.location]?.(scheme.name) : undefined),
};

/**
 * An interceptor that adds the credentials as the card – or, where the card states no scheme, the dialect – says, and only to calls that go to the
 * origin of `url`, the interface that the card names.
 *
 * A bearer token where nothing is stated goes into `Authorization`, the one place it can have (RFC 6750 §2.1).
 *
 * @throws A2AError Unauthenticated when no scheme takes a credential that was given.
 */
export function authorize(
  credentials: Credentials,
  target: { card: AgentCard; dialect: Dialect; url: string },
): Interceptor {
  const { origin } = new URL(target.url);
  const schemes = statedSchemes(target.card, target.dialect);
  const steps = (Object.keys(placeOf) as (keyof Credentials)[]).flatMap((kind) => {
    const secret = credentials[kind];
    return secret === undefined ? [] : [{ secret, place: choosePlace(kind, schemes) }];
  });
  return (call, next) => {
    if (new URL(call.url).origin !== origin) return next(call);
    return next(steps.reduce((before, { place, secret }) => place(before, secret), call));
  };
}

/** Name → scheme, those that a requirement names first. */
function statedSchemes(card: AgentCard, dialect: Dialect): readonly (readonly [string, SecurityScheme])[] {
  const own = Object.entries(card.securitySchemes ?? {});
  const [entries, requirements] =
    own.length > 0
      ? [own, card.securityRequirements]
      : [Object.entries(dialect.security?.schemes ?? {}), dialect.security?.requirements];
  const required = new Set((requirements ?? []).flatMap((requirement) => Object.keys(requirement.schemes ?? {})));
  return entries.toSorted(([a], [b]) => Number(required.has(b)) - Number(required.has(a)));
}

function choosePlace(kind: keyof Credentials, schemes: readonly (readonly [string, SecurityScheme])[]): Place {
  for (const [, scheme] of schemes) {
    const place = placeOf[kind](scheme);
    if (place) return place;
  }
  if (kind === "bearer" && schemes.length === 0) return bearerPlace;
  const offered = schemes.map(([name, scheme]) => `${name} (${Object.keys(scheme).join()})`).join(", ") || "none";
  throw new A2AError("Unauthenticated", {
    message: `The agent states no security scheme that takes ${kind}; it states: ${offered}`,
  });
}

function withHeader(call: OutgoingCall, name: string, value: string): OutgoingCall {
  return { ...call, headers: { ...call.headers, [name]: value } };
}

function withCookie(call: OutgoingCall, cookie: string): OutgoingCall {
  const { cookie: before } = call.headers;
  return withHeader(call, "cookie", before ? `${before}; ${cookie}` : cookie);
}
