import { TransportError } from "@a2akit/protocol";
import { OAuthRefusal } from "./token-endpoint.ts";

/** What an authorization server gave (RFC 6749 §5.1). */
export interface Token {
  readonly accessToken: string;
  readonly refreshToken?: string | undefined;
  /** Milliseconds since the epoch; `Infinity` where the server does not say. */
  readonly expiresAt: number;
}

/** Milliseconds before its end at which a token is not used any more. */
const LEEWAY = 30_000;

/** @throws TransportError when there is no access token in the answer (RFC 6749 §5.1). */
export function readToken(answer: Readonly<Record<string, unknown>>): Token {
  const { access_token: accessToken, refresh_token: refreshToken, expires_in: seconds } = answer;
  if (typeof accessToken !== "string" || accessToken === "")
    throw new TransportError("No access_token in the answer", { status: 200 });
  const lifetime = Number(seconds);
  return {
    accessToken,
    ...(typeof refreshToken === "string" && { refreshToken }),
    // A server that does not say leaves it to the agent to refuse an old token.
    expiresAt: lifetime > 0 ? Date.now() + lifetime * 1000 : Number.POSITIVE_INFINITY,
  };
}

export interface Grants {
  /** One from before. */
  readonly token?: Token | undefined;
  /** Told of each new one, before it is used. */
  readonly onToken?: ((token: Token) => void | Promise<void>) | undefined;
  /** From nothing. */
  readonly obtain: () => Promise<Token>;
  readonly refresh: (refreshToken: string) => Promise<Token>;
}

/** Gives one token to all who ask, and gets the next when it nears its end or has been refused. */
export function createTokenSource(grants: Grants): (stale?: string) => Promise<string> {
  const { obtain, refresh, onToken } = grants;
  let { token } = grants;
  let renewal: Promise<Token> | undefined;

  async function renew(): Promise<Token> {
    try {
      const refreshToken = token?.refreshToken;
      token = refreshToken === undefined ? await obtain() : { refreshToken, ...(await refresh(refreshToken)) };
    } catch (error) {
      // A refresh token has an end too.
      if (token?.refreshToken === undefined || !(error instanceof OAuthRefusal)) throw error;
      token = undefined;
      token = await obtain();
    }
    await onToken?.(token);
    return token;
  }

  return async (stale) => {
    if (token && token.accessToken !== stale && Date.now() < token.expiresAt - LEEWAY) return token.accessToken;
    renewal ??= renew().finally(() => {
      renewal = undefined;
    });
    return (await renewal).accessToken;
  };
}
