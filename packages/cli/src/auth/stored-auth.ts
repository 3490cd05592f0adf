import { type Agent, bearer, deviceCode, type Fetch, type Interceptor } from "@a2akit/client";
import { CliError } from "../cli-error.ts";
import { commandLine } from "../command-line/command-line.ts";
import type { Context } from "../context.ts";
import { loadToken, type StoredToken, saveToken } from "./token-store.ts";

/** Milliseconds before its end at which a token is not used any more. */
const LEEWAY = 30_000;

/**
 * The token that `auth login` stored for the interface that is called, refreshed where it can be (AUTH_007); undefined where there is none.
 *
 * A token that has ended and cannot be refreshed is CREDENTIALS_MISSING: nobody is asked in the middle of another command.
 */
export function storedAuth(context: Context, fetch: Fetch): (agent: Agent) => Interceptor | undefined {
  const { secrets, signal, invocation } = context;
  const missing = (agent: string) =>
    new CliError("A2ACLI_ERR_CREDENTIALS_MISSING", `The token for ${agent} has ended`, {
      hint: commandLine(invocation.tokens, "auth", "login"),
    });
  return (agent) => {
    const stored = loadToken(context, agent.interface.url);
    if (!stored) return undefined;
    learn(secrets, stored);
    if (stored.flow !== "device-code" || stored.refreshToken === undefined) {
      if (stored.expiresAt - LEEWAY > Date.now()) return bearer(stored.accessToken)(agent);
      throw missing(stored.agent);
    }
    const { clientId, tokenUrl, deviceAuthorizationUrl } = stored;
    return deviceCode({
      clientId,
      clientSecret: invocation.values["client-secret"],
      tokenUrl,
      deviceAuthorizationUrl,
      fetch,
      signal,
      token: stored,
      onToken: (token) => {
        learn(secrets, token);
        saveToken(context, { ...stored, ...token });
      },
      prompt: () => {
        throw missing(stored.agent);
      },
    })(agent);
  };
}

/** A token must not be shown from the moment that it is known. */
export function learn(
  secrets: Set<string>,
  { accessToken, refreshToken }: Pick<StoredToken, "accessToken" | "refreshToken">,
): void {
  secrets.add(accessToken);
  if (refreshToken !== undefined) secrets.add(refreshToken);
}
