import type { SecurityScheme } from "@a2akit/types";
import {
  createLocalJWKSet,
  errors,
  type JSONWebKeySet,
  type JWTPayload,
  type JWTVerifyGetKey,
  type JWTVerifyOptions,
  jwtVerify,
} from "jose";
import { type FetchJsonOptions, fetchJson } from "./fetch-json.ts";
import { BEARER_KINDS } from "./http-schemes.ts";
import { createRemoteKeys, type RemoteKeys, type RemoteKeysOptions } from "./remote-keys.ts";
import type { Identity, Verifier } from "./verifier.ts";

export { DEFAULT_REMOTE_KEYS, type RemoteKeysOptions } from "./remote-keys.ts";

export interface JwtOptions extends RemoteKeysOptions {
  /** The only `iss` that is believed. */
  readonly issuer: string;
  /** Of which a token must name one in `aud`: those that stand for this agent. */
  readonly audience: string | readonly string[];
  /**
   * Where the keys are: the URL of the JWKS, or the JWKS itself. Default: what the issuer's OpenID configuration says, which is at the
   * `openIdConnectUrl` of the card's scheme, and for schemes of other kinds, and where that URL is the bare `issuer`, at
   * `<issuer>/.well-known/openid-configuration`.
   */
  readonly jwks?: string | JSONWebKeySet;
  /** Signature algorithms that are accepted; symmetric ones cannot be. Default: `DEFAULT_ALGORITHMS`. */
  readonly algorithms?: readonly string[];
  /** Seconds by which clocks may differ. Default 30. */
  readonly clockTolerance?: number;
  /** Seconds after `iat` for which a token is accepted at most; default: until `exp`. */
  readonly maxTokenAge?: number;
  /** `typ` that the header must have, such as `at+jwt` (RFC 9068); default: any. */
  readonly typ?: string;
  /** Whose a token is. Default: the owner is `<iss>#<sub>`, which no other issuer's caller can be; the scopes are `scope` or `scp`. */
  readonly identify?: (claims: JWTPayload) => Identity | undefined;
}

export const DEFAULT_ALGORITHMS: readonly string[] = ["RS256", "PS256", "ES256", "ES384", "EdDSA", "Ed25519"];

/** Seconds. */
const CLOCK_TOLERANCE = 30;

/** What makes a token, not its provider, wrong; the word goes to the operator. */
const REFUSALS: Readonly<Record<string, string>> = {
  ERR_JWT_EXPIRED: "expired",
  ERR_JWT_CLAIM_VALIDATION_FAILED: "claim",
  ERR_JWT_INVALID: "no JWT",
  ERR_JWS_INVALID: "no JWT",
  ERR_JWS_SIGNATURE_VERIFICATION_FAILED: "signature",
  ERR_JOSE_ALG_NOT_ALLOWED: "algorithm",
  ERR_JOSE_NOT_SUPPORTED: "not supported",
  ERR_JWKS_NO_MATCHING_KEY: "unknown key",
  ERR_JWKS_MULTIPLE_MATCHING_KEYS: "several keys fit",
};

/**
 * JSON Web Tokens after `Authorization: Bearer`, of OAuth 2, OpenID Connect or HTTP schemes. `exp` and, without `identify`, `sub` must be
 * there. This entry needs the package `jose`.
 *
 * @throws TypeError for an empty issuer or audience, and an algorithm that is symmetric or none
 */
export function jwt(options: JwtOptions): Verifier {
  const { issuer, algorithms = DEFAULT_ALGORITHMS, clockTolerance = CLOCK_TOLERANCE, maxTokenAge, typ } = options;
  const { identify = ownerOf } = options;
  const audience = [options.audience].flat();
  if (issuer === "" || audience.length === 0 || audience.includes(""))
    throw new TypeError("jwt needs an issuer and an audience");
  const weak = algorithms.find((algorithm) => /^(HS|none)/i.test(algorithm));
  if (weak !== undefined || algorithms.length === 0)
    throw new TypeError(`jwt cannot accept ${weak ?? "no algorithm"}: whoever verifies those can sign, too`);
  const keysOf = createKeys(options);
  const rules: JWTVerifyOptions = {
    issuer,
    audience,
    algorithms: [...algorithms],
    clockTolerance,
    requiredClaims: ["exp"],
    ...(maxTokenAge !== undefined && { maxTokenAge }),
    ...(typ !== undefined && { typ }),
  };

  /** They keep the keys that they have imported. */
  const finders = new WeakMap<JSONWebKeySet, JWTVerifyGetKey>();

  async function verifyWith(token: string, set: JSONWebKeySet): Promise<JWTPayload | string> {
    const find = finders.get(set) ?? createLocalJWKSet(set);
    finders.set(set, find);
    try {
      return (await jwtVerify(token, find, rules)).payload;
    } catch (error) {
      const refusal = error instanceof errors.JOSEError ? REFUSALS[error.code] : undefined;
      if (refusal === undefined) throw error;
      return refusal;
    }
  }

  return {
    kinds: BEARER_KINDS,
    httpScheme: "bearer",
    async verify(token, { scheme }) {
      const keys = keysOf(scheme);
      const set = await keys.current();
      let payload = await verifyWith(token, set);
      const newer = payload === REFUSALS.ERR_JWKS_NO_MATCHING_KEY ? await keys.newer(set) : undefined;
      if (newer !== undefined) payload = await verifyWith(token, newer);
      return typeof payload === "string" ? { refused: payload } : identify(payload);
    },
  };
}

/** The keys for tokens of a scheme. */
function createKeys({ jwks, issuer, ...options }: JwtOptions): (scheme: SecurityScheme) => RemoteKeys {
  if (typeof jwks === "object") {
    const given: RemoteKeys = { current: async () => jwks, newer: async () => undefined };
    return () => given;
  }
  const { fetch, timeout, maxBytes, maxAge, maxStale, cooldown } = options;
  const given = Object.entries({ fetch, timeout, maxBytes, maxAge, maxStale, cooldown }).filter(
    ([, value]) => value !== undefined,
  );
  const remote = (locate: Parameters<typeof createRemoteKeys>[0]) =>
    createRemoteKeys(locate, Object.fromEntries(given));
  if (jwks !== undefined) {
    const keys = remote(async () => jwks);
    return () => keys;
  }
  const name = withoutSlash(issuer);
  const byIssuer = `${name}/.well-known/openid-configuration`;
  /** By the URL of the configuration: one, unless schemes of several kinds share the verifier. */
  const found = new Map<string, RemoteKeys>();
  return ({ openIdConnectSecurityScheme: scheme }) => {
    const said = scheme?.openIdConnectUrl;
    // A2A §4.5.5 wants the URL of the document, which may be elsewhere than below the name of the issuer. Some cards have that name instead.
    const url = said === undefined || withoutSlash(said) === name ? byIssuer : said;
    const keys = found.get(url) ?? remote((fetching) => discover(url, { issuer, fetching }));
    found.set(url, keys);
    return keys;
  };
}

function withoutSlash(url: string): string {
  return url.replace(/\/$/, "");
}

interface Discovery {
  readonly issuer: string;
  readonly fetching: FetchJsonOptions;
}

/** OpenID Connect Discovery 1.0 §4: the document must be the issuer's own. */
async function discover(url: string, { issuer, fetching }: Discovery): Promise<string> {
  const document = await fetchJson(url, fetching);
  if (document.issuer !== issuer) throw new Error(`${url} is of another issuer`);
  if (typeof document.jwks_uri !== "string") throw new Error(`${url} has no jwks_uri`);
  return document.jwks_uri;
}

function ownerOf(claims: JWTPayload): Identity | undefined {
  const { iss, sub, scope, scp } = claims;
  // What is no text would be the same owner as other things that are none.
  if (typeof sub !== "string" || sub === "") return undefined;
  const granted = scope ?? scp;
  const scopes = typeof granted === "string" ? granted.split(" ") : Array.isArray(granted) ? granted.map(String) : [];
  return { owner: `${iss}#${sub}`, scopes, claims };
}
