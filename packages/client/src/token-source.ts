import { TransportError } from "@a2akit/protocol";
import { OAuthRefusal } from "./token-endpoint.ts";

export interface Token {
  readonly accessToken: string;
  readonly refreshToken?: string | undefined;
  /** Milliseconds since the epoch. */
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
  /** From nothing. */
  readonly obtain: () => Promise<Token>;
  readonly refresh: (refreshToken: string) => Promise<Token>;
}

/** Gives one token to all who ask, and gets the next when it nears its end or has been refused. */
export function createTokenSource({ obtain, refresh }: Grants): (stale?: string) => Promise<string> {
  let token: Token | undefined;
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
