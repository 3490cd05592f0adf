import { A2AError, type Auth, apiKey, bearer, type Client, connect } from "@a2akit/client";
import { dialects } from "@a2akit/protocol/dialects";
import { invalidCard } from "./card-error.ts";
import { usageError } from "./cli-error.ts";
import type { Context } from "./context.ts";
import { explainRefusal } from "./explain-refusal.ts";
import { fetchOf, openCard } from "./open-card.ts";

/**
 * A client for the agent that the command line names, with its credentials.
 *
 * @throws CliError as `openCard` does; A2AError when the card offers nothing that the client can speak.
 */
export async function openClient(context: Context): Promise<Client> {
  const { invocation, signal } = context;
  const { values } = invocation;
  const { dialect } = values;
  if (dialect !== undefined && !dialects.some(({ name }) => name === dialect)) {
    throw usageError(`--dialect: ${JSON.stringify(dialect)} is none of ${dialects.map(({ name }) => name).join(", ")}`);
  }
  const resolved = await openCard(context);
  try {
    const client: Client = connect(resolved, {
      dialects,
      dialect,
      auth: credentialsOf(context),
      // Whoever types a command hears at once that there is no answer.
      retry: { attempts: 0 },
      headers: Object.fromEntries(values["svc-param"] ?? []),
      interceptors: [explainRefusal(invocation, () => client)],
      fetch: fetchOf(context),
      signal,
      // The command has a clock of its own.
      timeout: Number.POSITIVE_INFINITY,
    });
    return client;
  } catch (error) {
    const isCard = error instanceof A2AError && error.name === "InvalidAgentResponseError";
    throw isCard ? invalidCard(error, values["agent-card"] ?? "") : error;
  }
}

function credentialsOf({ invocation: { values } }: Context): Auth[] {
  return [
    ...(values.bearer === undefined ? [] : [bearer(values.bearer)]),
    ...(values["api-key"] === undefined ? [] : [apiKey(values["api-key"])]),
  ];
}
