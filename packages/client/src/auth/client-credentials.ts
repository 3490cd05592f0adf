import { type Auth, authorize } from "./authorize.ts";
import { accessToken, findFlow, type OAuthOptions, requestToken, trustedUrl } from "./oauth2.ts";
import { createTokenSource } from "./token-source.ts";

/**
 * OAuth 2 client credentials (RFC 6749 §4.4): gets a token when the first call needs one, and the next when it nears its end or the agent
 * refuses it.
 *
 * @throws A2AError Unauthenticated when the card has no OAuth 2 scheme, or no token endpoint that may be trusted.
 */
export function clientCredentials(options: OAuthOptions & { readonly clientSecret: string }): Auth {
  return (agent) => {
    const { flow, scopes } = findFlow(agent, "clientCredentials");
    const url = trustedUrl(agent, "tokenUrl", { given: options.tokenUrl, stated: flow?.tokenUrl });
    const scope = (options.scopes ?? scopes).join(" ") || undefined;
    const obtain = () => requestToken(url, { grant_type: "client_credentials", scope }, options);
    return authorize(agent, accessToken, createTokenSource({ ...options, obtain, refresh: obtain }));
  };
}
