import { A2AError } from "@a2akit/protocol";
import type { OAuthFlows } from "@a2akit/types";
import type { Fetch } from "../transport/fetch.ts";
import { type Agent, type AuthKind, statedSchemes } from "./authorize.ts";
import { encodeBasic } from "./basic.ts";
import { bearerHeader } from "./bearer.ts";
import { postForm } from "./token-endpoint.ts";
import { readToken, type Token } from "./token-source.ts";

export interface OAuthOptions {
  readonly clientId: string;
  readonly clientSecret?: string | undefined;
  /** Those that the card requires, by default. */
  readonly scopes?: readonly string[] | undefined;
  /** What the card names, by default; that must be on the origin of the agent itself, lest a card collect secrets. */
  readonly tokenUrl?: string | undefined;
  /** One that was kept from before: it is used while it lasts, and refreshed where it can be. */
  readonly token?: Token | undefined;
  /** Called with each token that was got, to keep it; the call waits. */
  readonly onToken?: ((token: Token) => void | Promise<void>) | undefined;
  /** Used in place of the global `fetch`. */
  readonly fetch?: Fetch | undefined;
  /** Ends the requests for tokens. */
  readonly signal?: AbortSignal | undefined;
}

/** The flows of the agent's first scheme that has this one, and the scopes that the card requires of it. */
export function findFlow<F extends keyof OAuthFlows>(
  agent: Agent,
  name: F,
): { flow: NonNullable<OAuthFlows[F]> | undefined; scopes: readonly string[] } {
  for (const [scheme, stated] of statedSchemes(agent)) {
    const flow = stated?.oauth2SecurityScheme?.flows[name];
    if (!flow) continue;
    const required = (agent.card.securityRequirements ?? []).flatMap((each) => each?.schemes?.[scheme]?.list ?? []);
    return { flow, scopes: [...new Set(required)].filter((scope) => typeof scope === "string") };
  }
  return { flow: undefined, scopes: [] };
}

/** What takes an access token: an OAuth 2 scheme; where nothing is stated, the header all the same. */
export const accessToken: AuthKind = {
  title: "an OAuth 2 token",
  placeIn: (scheme) => (scheme.oauth2SecurityScheme ? bearerHeader : undefined),
  unstated: bearerHeader,
};

/**
 * Where to send secrets: what the caller says, else what the card says within the agent's own origin.
 *
 * @throws A2AError Unauthenticated.
 */
export function trustedUrl(
  agent: Agent,
  option: string,
  { given, stated }: { given?: string | undefined; stated?: string | undefined },
): string {
  if (given !== undefined) return given;
  const { origin } = new URL(agent.interface.url);
  if (typeof stated === "string" && URL.canParse(stated) && new URL(stated).origin === origin) return stated;
  throw new A2AError("Unauthenticated", {
    message:
      stated === undefined
        ? `The card names no ${option}; pass it as an option`
        : `The card names ${JSON.stringify(stated)} as ${option}, which is not on ${origin}; to trust it, pass it as an option`,
  });
}

/** One request to the token endpoint; a client with a secret shows it in the header (RFC 6749 §2.3.1). */
export async function requestToken(
  url: string,
  form: Readonly<Record<string, string | undefined>>,
  { clientId, clientSecret, fetch, signal }: OAuthOptions,
): Promise<Token> {
  const secret = clientSecret === undefined ? { client_id: clientId } : {};
  const headers =
    clientSecret === undefined
      ? {}
      : { authorization: encodeBasic(encodeURIComponent(clientId), encodeURIComponent(clientSecret)) };
  return readToken(await postForm(url, { ...form, ...secret }, { fetch, signal, headers }));
}
