import { type Auth, type Client, clientCredentials, type DevicePrompt, deviceCode, type Token } from "@a2akit/client";
import { openCard } from "../agent/open-card.ts";
import { clientOf } from "../agent/open-client.ts";
import { learn } from "../auth/stored-auth.ts";
import { requireTokenStore, type StoredToken, saveToken } from "../auth/token-store.ts";
import { CliError, usageError } from "../cli-error.ts";
import { commandLine } from "../command-line/command-line.ts";
import type { Context } from "../context.ts";
import { openFetch } from "../fetch/open-fetch.ts";
import { line, plain } from "../output/output.ts";
import { print } from "../output/print.ts";
import { formatDuration } from "../waiting/duration.ts";

/** `a2a auth login`: gets a token by device code (AUTH_005) or client credentials (AUTH_006), and keeps it for later calls (AUTH_007). */
export async function authLogin(context: Context): Promise<void> {
  const { values } = context.invocation;
  const clientId = values["client-id"];
  if (clientId === undefined) throw usageError("Which OAuth 2 client? Give --client-id, or set A2ACLI_CLIENT_ID");
  const fetch = await openFetch(context);
  const client = await clientOf(context, { resolved: await openCard(context, fetch), fetch, isLogin: true });
  const flow = flowOf(context, client);
  const origin = {
    agent: client.interface.url,
    flow,
    clientId,
    tokenUrl: values["token-url"] ?? flowEndpoint(client, flow, "tokenUrl"),
    deviceAuthorizationUrl: values["device-authorization-url"] ?? flowEndpoint(client, flow, "deviceAuthorizationUrl"),
  };
  const missing = ENDPOINTS[flow].filter((name) => origin[name] === undefined);
  if (missing.length > 0)
    throw usageError(
      `The card offers no OAuth 2 ${flow}: it names no ${missing.join(", no ")}. Where the agent takes such tokens all the same, give ${missing.map((name) => OPTIONS[name]).join(" and ")}`,
      "a2a help auth login",
    );
  requireTokenStore(context);
  const token = await obtain(client, (onToken) => authOf(context, { flow, clientId, fetch, onToken }));
  learn(context.secrets, token);
  const stored: StoredToken = { ...origin, ...token };
  const file = saveToken(context, stored);
  const ends = Number.isFinite(token.expiresAt) ? new Date(token.expiresAt).toISOString() : undefined;
  print(
    context,
    { agent: stored.agent, flow, file, expiresAt: ends ?? null, refreshable: Boolean(token.refreshToken) },
    () =>
      [
        line("Agent", stored.agent),
        line("Token", "stored"),
        line("File", file),
        line("Ends", ends && `${ends} (in ${formatDuration(token.expiresAt - Date.now())})`),
        line("Refreshed", token.refreshToken ? "yes" : "no"),
      ].join(""),
  );
}

type Flow = StoredToken["flow"];

function flowOf({ invocation: { values } }: Context, client: Client): Flow {
  if (values.flow !== undefined) return values.flow;
  if (values["client-secret"] === undefined) return "device-code";
  // A confidential client may sign a user in, too, where the agent offers nothing else.
  const hasOnlyDevice =
    flowEndpoint(client, "client-credentials", "tokenUrl") === undefined &&
    flowEndpoint(client, "device-code", "tokenUrl") !== undefined;
  return hasOnlyDevice ? "device-code" : "client-credentials";
}

const OPTIONS = { tokenUrl: "--token-url", deviceAuthorizationUrl: "--device-authorization-url" } as const;
type Endpoint = keyof typeof OPTIONS;
/** What each flow asks for a token. */
const ENDPOINTS: Readonly<Record<Flow, readonly Endpoint[]>> = {
  "device-code": ["tokenUrl", "deviceAuthorizationUrl"],
  "client-credentials": ["tokenUrl"],
};
const FLOWS = { "device-code": "deviceCode", "client-credentials": "clientCredentials" } as const;

function flowEndpoint({ card, dialect }: Client, flow: Flow, name: Endpoint): string | undefined {
  for (const { oauth2SecurityScheme } of Object.values(card.securitySchemes ?? dialect.security?.schemes ?? {})) {
    const endpoints: Partial<Record<string, unknown>> = { ...oauth2SecurityScheme?.flows[FLOWS[flow]] };
    const url = endpoints[name];
    if (typeof url === "string") return url;
  }
  return undefined;
}

interface Login {
  readonly flow: Flow;
  readonly clientId: string;
  readonly fetch: Parameters<typeof clientCredentials>[0]["fetch"];
  readonly onToken: (token: Token) => void;
}

function authOf(context: Context, { flow, ...login }: Login): Auth {
  const { values } = context.invocation;
  const options = { ...login, scopes: values.scope, tokenUrl: values["token-url"], signal: context.signal };
  const clientSecret = values["client-secret"];
  if (flow === "client-credentials") {
    if (clientSecret === undefined)
      throw new CliError(
        "A2ACLI_ERR_CREDENTIALS_MISSING",
        "Client credentials need a secret: set A2ACLI_CLIENT_SECRET",
        {
          hint: commandLine(context.invocation.tokens, "auth", "login"),
        },
      );
    return clientCredentials({ ...options, clientSecret });
  }
  const deviceAuthorizationUrl = values["device-authorization-url"];
  return deviceCode({
    ...options,
    clientSecret,
    deviceAuthorizationUrl,
    prompt: (prompt) => showPrompt(context, prompt),
  });
}

/** What the user has to do goes beside the result. */
function showPrompt(
  { io }: Context,
  { verificationUri, userCode, verificationUriComplete, expiresIn }: DevicePrompt,
): void {
  io.stderr.write(line("Open", verificationUriComplete ?? verificationUri));
  io.stderr.write(line("Code", userCode));
  io.stderr.write(plain(`Waiting until it is entered there; it ends in ${formatDuration(expiresIn)}.\n`));
}

/** Runs the credential on a call that is never sent: what is wanted is the token alone. */
async function obtain(client: Client, authWith: (onToken: (token: Token) => void) => Auth): Promise<Token> {
  let token: Token | undefined;
  const keep = (got: Token) => {
    token = got;
  };
  const call = {
    method: "GetTask",
    params: {},
    url: client.interface.url,
    headers: {},
    signal: new AbortController().signal,
  } as const;
  await authWith(keep)(client)(call, async () => ({ kind: "result", headers: new Headers(), result: undefined }));
  if (!token) throw new Error("The authorization server was not asked");
  return token;
}
