import {
  A2AError,
  type AgentCard,
  type Client,
  connect,
  type Fetch,
  type Interceptor,
  type ResolvedCard,
} from "@a2akit/client";
import {
  EXTENSIONS_HEADER,
  formatExtensions,
  PROTOCOL_VERSION,
  parseExtensions,
  VERSION_HEADER,
} from "@a2akit/protocol";
import { credentialsOf, NO_CREDENTIALS } from "../auth/credentials.ts";
import { commandLineAgain } from "../command-line/command-line.ts";
import type { Context } from "../context.ts";
import { openFetch } from "../fetch/open-fetch.ts";
import { warn } from "../output/output.ts";
import { invalidCard } from "./card-error.ts";
import { checkAnswers } from "./check-answers.ts";
import { chooseDialect, type DialectChoice } from "./choose-dialect.ts";
import { explainRefusal } from "./explain-refusal.ts";
import { openCard } from "./open-card.ts";
import { preferTransports } from "./prefer-transports.ts";

/**
 * A client for the agent that the command line names, with its credentials.
 *
 * @throws CliError as `openCard` does; A2AError when the card offers nothing that the client can speak.
 */
export async function openClient(context: Context): Promise<Client> {
  const choice = await chooseDialect(context);
  const fetch = await openFetch(context);
  return clientOf(context, { resolved: await openCard(context, fetch), fetch, choice });
}

interface Opening {
  readonly resolved: ResolvedCard;
  readonly fetch: Fetch;
  /** What {@link chooseDialect} makes of the command line when absent. */
  readonly choice?: DialectChoice;
  /** Leaves credentials out: they are what is to be got. */
  readonly isLogin?: boolean;
}

/** The same for a card that is there already. */
export async function clientOf(
  context: Context,
  { resolved, fetch, choice, isLogin = false }: Opening,
): Promise<Client> {
  const { invocation, signal } = context;
  const { values } = invocation;
  const dialects = choice ?? (await chooseDialect(context));
  const credentials = isLogin ? NO_CREDENTIALS : await credentialsOf(context, fetch);
  try {
    const client: Client = connect(preferTransports(context, resolved), {
      ...dialects,
      auth: credentials.auth,
      // Whoever types a command hears at once that there is no answer.
      retry: { attempts: 0 },
      headers: headersOf(context),
      interceptors: [
        explainRefusal(invocation, { client: () => client, isSent: credentials.isSent }),
        askForExtensions(context, () => client.card),
        checkAnswers,
      ],
      fetch,
      signal,
      // The command has a clock of its own.
      timeout: Number.POSITIVE_INFINITY,
    });
    credentials.report(client);
    return client;
  } catch (error) {
    const isCard = error instanceof A2AError && error.name === "InvalidAgentResponseError";
    throw isCard ? invalidCard(error, values["agent-card"] ?? "") : error;
  }
}

/** The version goes with every request (VER_001); the default is the one that the interface was chosen by. */
function headersOf({ invocation: { values }, io }: Context): Record<string, string> {
  const version = values["a2a-version"] ?? PROTOCOL_VERSION;
  if (Number(version) < 1) warn(io, `the request asks for A2A ${version}, older than 1.0`);
  return { [VERSION_HEADER]: version, ...Object.fromEntries(values["svc-param"] ?? []) };
}

/** Adds to what the client asks for by itself (VER_002); whoever left out what the agent requires is told which it is. */
function askForExtensions({ invocation }: Context, card: () => AgentCard): Interceptor {
  const name = EXTENSIONS_HEADER.toLowerCase();
  const { extension: asked = [] } = invocation.values;
  return async ({ headers, ...call }, next) => {
    const all = formatExtensions([...parseExtensions(headers[name]), ...asked]);
    try {
      return await next({ ...call, headers: asked.length > 0 ? { ...headers, [name]: all } : headers });
    } catch (error) {
      if (!(error instanceof A2AError) || error.name !== "ExtensionSupportRequiredError") throw error;
      const required = (card().capabilities.extensions ?? []).filter(
        (each) => each.required && !asked.includes(each.uri ?? ""),
      );
      const flags = required.flatMap(({ uri = "" }) => ["--extension", uri]);
      throw Object.assign(error, { hint: commandLineAgain(invocation.tokens, ...flags) });
    }
  };
}
