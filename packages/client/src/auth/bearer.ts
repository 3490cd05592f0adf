import { type Auth, type AuthKind, authorize, type Place, type Secret, withHeader } from "./authorize.ts";

/** Where every token of this kind goes (RFC 6750 §2.1). */
export const bearerHeader: Place = (call, token) => withHeader(call, "authorization", `Bearer ${token}`);

const bearerToken: AuthKind = {
  title: "a bearer token",
  placeIn: (scheme) =>
    scheme.httpAuthSecurityScheme?.scheme.toLowerCase() === "bearer" ||
    scheme.oauth2SecurityScheme ||
    scheme.openIdConnectSecurityScheme
      ? bearerHeader
      : undefined,
  unstated: bearerHeader,
};

/**
 * A token for the bearer, OAuth 2 or OpenID Connect scheme that the card states: `Authorization: Bearer …`.
 *
 * @param token a function is asked before each call, and once more when the agent refuses what it gave
 */
export function bearer(token: Secret): Auth {
  return (agent) => authorize(agent, bearerToken, token);
}
