import {
  A2AError,
  type Agent,
  type Auth,
  apiKey,
  basic,
  bearer,
  clientCredentials,
  type Fetch,
  type Interceptor,
} from "@a2akit/client";
import { CliError, usageError } from "../cli-error.ts";
import { commandLine } from "../command-line/command-line.ts";
import { variableOf } from "../command-line/options.ts";
import type { Context } from "../context.ts";
import { findStats } from "../files/find-stats.ts";
import { reasonOf } from "../message-of.ts";
import { warn } from "../output/output.ts";
import { tokenFolder } from "./token-folder.ts";

/** The credentials of a command, as what the client attaches; they tell what became of each. */
export interface Credentials {
  readonly auth: readonly Auth[];
  /** Whether any is sent. */
  isSent(): boolean;
  /** To be called when the client is there. */
  report(agent: Agent): void;
}

/** A credential, and what it is called. */
interface Given {
  readonly auth: Auth;
  readonly title: string;
}

export const NO_CREDENTIALS: Credentials = { auth: [], isSent: () => false, report: () => {} };

const passOn: Interceptor = (call, next) => next(call);

/**
 * A credential goes where a scheme that the agent states takes it, and nowhere else (AUTH_008). One that none takes is left out with a warning.
 *
 * `report` throws CliError AUTH_FAILED when the agent requires credentials and takes none of these.
 */
export async function credentialsOf(context: Context, fetch: Fetch): Promise<Credentials> {
  const given = givenIn(context, fetch);
  const unwanted = new Map<string, A2AError>();
  const stored = given.length > 0 ? undefined : await storedIn(context, fetch);
  let isStoredSent = false;
  const whereStated =
    ({ auth, title }: Given): Auth =>
    (agent) => {
      try {
        if (statesNothing(agent))
          throw new A2AError("Unauthenticated", { message: "The agent states no security scheme" });
        return auth(agent);
      } catch (error) {
        if (!(error instanceof A2AError)) throw error;
        unwanted.set(title, error);
        return passOn;
      }
    };
  const fromStore: Auth = (agent) => {
    const interceptor = stored?.(agent);
    isStoredSent = interceptor !== undefined;
    return interceptor ?? passOn;
  };
  return {
    auth: [...given.map(whereStated), ...(stored ? [fromStore] : [])],
    isSent: () => isStoredSent || given.length > unwanted.size,
    report: (agent) => reportUnwanted(context, { agent, unwanted, isUseless: unwanted.size === given.length }),
  };
}

function reportUnwanted(
  { invocation, io }: Context,
  { agent, unwanted, isUseless }: { agent: Agent; unwanted: ReadonlyMap<string, A2AError>; isUseless: boolean },
): void {
  const [first] = unwanted.values();
  if (first && isUseless && requiresSome(agent)) {
    const hint = commandLine(invocation.tokens, "card", "get");
    throw new CliError("A2ACLI_ERR_AUTH_FAILED", first.message, { cause: first, hint });
  }
  for (const [title, error] of unwanted) warn(io, `${title} is not sent: ${reasonOf(error)}`);
}

function givenIn({ invocation: { values }, signal }: Context, fetch: Fetch): Given[] {
  const { bearer: token, "api-key": key, basic: pair, "client-id": clientId, "client-secret": clientSecret } = values;
  const oauth = { clientId: clientId ?? "", scopes: values.scope, tokenUrl: values["token-url"], fetch, signal };
  const hasClient = token === undefined && clientId !== undefined && clientSecret !== undefined;
  return [
    ...(token === undefined ? [] : [{ auth: bearer(filled("bearer", token)), title: "The bearer token" }]),
    ...(key === undefined ? [] : [{ auth: apiKey(filled("api-key", key)), title: "The API key" }]),
    ...(pair === undefined ? [] : [{ auth: basicOf(pair), title: "The password" }]),
    ...(hasClient ? [{ auth: clientCredentials({ ...oauth, clientSecret }), title: "A token for the client" }] : []),
  ];
}

/** Reading the store costs time, which those who have none need not spend. */
async function storedIn(
  context: Context,
  fetch: Fetch,
): Promise<((agent: Agent) => Interceptor | undefined) | undefined> {
  const folder = tokenFolder(context);
  if (folder === undefined || !findStats(folder)) return undefined;
  const { storedAuth } = await import("./stored-auth.ts");
  return storedAuth(context, fetch);
}

function basicOf(pair: string): Auth {
  const colon = pair.indexOf(":");
  if (colon < 1) throw usageError("--basic is not user:password");
  return basic(pair.slice(0, colon), pair.slice(colon + 1));
}

/** `--bearer "$A2ACLI_BEARER"` gives nothing where that is not set. */
function filled(option: string, value: string): string {
  if (value === "") throw usageError(`--${option} is empty: put the credential in ${variableOf(option)}`);
  return value;
}

function statesNothing({ card, dialect }: Agent): boolean {
  return Object.keys(card.securitySchemes ?? {}).length === 0 && dialect.security === undefined;
}

/** An empty requirement lets everybody in (A2A §4.5.1). */
function requiresSome({ card, dialect }: Agent): boolean {
  const own = Object.keys(card.securitySchemes ?? {}).length > 0;
  const requirements = (own ? card.securityRequirements : dialect.security?.requirements) ?? [];
  return requirements.length > 0 && requirements.every(({ schemes }) => Object.keys(schemes ?? {}).length > 0);
}
