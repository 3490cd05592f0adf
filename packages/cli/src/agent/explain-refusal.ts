import { A2AError, type Client, type Interceptor, TransportError } from "@a2akit/client";
import { CliError } from "../cli-error.ts";
import { commandLine } from "../command-line/command-line.ts";
import { type OptionName, variableOf } from "../command-line/options.ts";
import type { Invocation } from "../command-line/parse.ts";

const REASONS = ["UNAUTHENTICATED", "PERMISSION_DENIED"];
const STATUS = [401, 403];

/** Kind of security scheme → the option that holds its credential, and what it is called. */
const CREDENTIALS: Readonly<Record<string, readonly [OptionName, string]>> = {
  apiKeySecurityScheme: ["api-key", "an API key"],
  httpAuthSecurityScheme: ["bearer", "a bearer token"],
  oauth2SecurityScheme: ["bearer", "an OAuth 2 access token"],
  openIdConnectSecurityScheme: ["bearer", "an OpenID Connect token"],
  mtlsSecurityScheme: ["client-cert", "a certificate"],
};

const BASIC = ["basic", "user and password"] as const;

/** An interceptor that turns a refusal for lack of credentials into what to set, by the schemes that the agent states. */
export function explainRefusal(
  { tokens }: Invocation,
  { client, isSent }: { client: () => Client; isSent: () => boolean },
): Interceptor {
  return async (call, next) => {
    try {
      return await next(call);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      const options = {
        cause: error,
        hint: commandLine(tokens, ...(hasLogin(client()) ? ["auth", "login"] : ["card", "get"])),
        a2aCode: error instanceof A2AError ? error.code : undefined,
      };
      if (isSent()) throw new CliError("A2ACLI_ERR_AUTH_FAILED", error.message, options);
      throw new CliError("A2ACLI_ERR_CREDENTIALS_MISSING", `${error.message} (${whatToSet(client())})`, options);
    }
  };
}

/** Whether `auth login` can get what the agent takes. */
function hasLogin({ card, dialect }: Client): boolean {
  const schemes = Object.values(card.securitySchemes ?? dialect.security?.schemes ?? {});
  return schemes.some(({ oauth2SecurityScheme: oauth }) => oauth?.flows.deviceCode ?? oauth?.flows.clientCredentials);
}

function isRefusal(error: unknown): error is A2AError | TransportError {
  if (error instanceof A2AError) return REASONS.includes(error.reason);
  return error instanceof TransportError && error.status !== undefined && STATUS.includes(error.status);
}

/** Which options hold the credentials that an agent takes, by the schemes that it states. */
export function whatToSet({ card, dialect }: Pick<Client, "card" | "dialect">): string {
  const schemes = Object.values(card.securitySchemes ?? dialect.security?.schemes ?? {});
  const known = schemes.flatMap((scheme) => {
    if (scheme.httpAuthSecurityScheme?.scheme.toLowerCase() === "basic") return [BASIC];
    return Object.keys(scheme).flatMap((kind) => (CREDENTIALS[kind] ? [CREDENTIALS[kind]] : []));
  });
  const ways = known.map(([option, what]) => `${what}: set ${variableOf(option)} or --${option}`);
  return ways.length > 0
    ? `the agent takes ${[...new Set(ways)].join(", or ")}`
    : "its card does not say which credentials it takes";
}
