import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import {
  A2AError,
  type Client,
  connect,
  type Fetch,
  type ResolvedCard,
  resolveCard,
  TransportError,
} from "@a2akit/client";
import { dialects } from "@a2akit/protocol/dialects";
import { CliError, usageError } from "./cli-error.ts";
import { commandLine } from "./command-line.ts";
import type { Context } from "./context.ts";
import { debugFetch } from "./debug-fetch.ts";
import { describe } from "./describe-error.ts";
import { explainRefusal } from "./explain-refusal.ts";
import { warn } from "./output.ts";
import { createRedact } from "./redact.ts";

/**
 * The card that `--agent-card` names (CARD_GET_001).
 *
 * @throws CliError USAGE, CARD_NOT_FOUND, CARD_INVALID or UNREACHABLE.
 */
export async function openCard(context: Context): Promise<ResolvedCard> {
  const { invocation, signal } = context;
  const reference = invocation.values["agent-card"];
  if (reference === undefined)
    throw usageError(
      "Which agent? Give --agent-card, or set A2ACLI_AGENT_CARD",
      commandLine(invocation.tokens, invocation.name, "-a", "agents.example"),
    );
  const file = pathOf(reference, context);
  try {
    const source = file === undefined ? reference : readCardFile(await readFile(file, "utf8"), file);
    return await resolveCard(source, { dialects, fetch: fetchOf(context), signal, timeout: Number.POSITIVE_INFINITY });
  } catch (error) {
    throw cardError(error, { reference, signal });
  }
}

/** A client for the agent that the command line names, with its credentials. */
export async function openClient(context: Context): Promise<Client> {
  const { invocation, io, signal } = context;
  const { values } = invocation;
  const { dialect, bearer } = values;
  if (dialect !== undefined && !dialects.some(({ name }) => name === dialect)) {
    throw usageError(`--dialect: ${JSON.stringify(dialect)} is none of ${dialects.map(({ name }) => name).join(", ")}`);
  }
  const client: Client = connect(await openCard(context), {
    dialects,
    dialect,
    bearer,
    apiKey: values["api-key"],
    headers: Object.fromEntries(values["svc-param"] ?? []),
    interceptors: [explainRefusal(invocation, () => client)],
    fetch: fetchOf(context),
    signal,
    timeout: Number.POSITIVE_INFINITY,
  });
  if (dialect !== undefined && client.dialect.name !== dialect) {
    warn(
      io,
      `the card has the shape of ${client.dialect.name} alone, which is spoken in place of --dialect ${dialect}`,
    );
  }
  return client;
}

function fetchOf({ invocation, io }: Context): Fetch {
  if (!invocation.values.debug) return io.fetch;
  return debugFetch(io.fetch, { stderr: io.stderr, redact: createRedact(invocation.tokens, io.env) });
}

/** `file://…`, a path by its look, or a name that exists; anything else is a host or URL. */
function pathOf(reference: string, { io }: Context): string | undefined {
  if (reference.startsWith("file:")) return fileURLToPath(reference);
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(reference)) return undefined;
  const path = resolve(io.cwd, reference);
  return /^\.{0,2}[/\\]/.test(reference) || existsSync(path) ? path : undefined;
}

function readCardFile(text: string, file: string): object {
  const value: unknown = parseJson(text);
  if (typeof value === "object" && value !== null) return value;
  throw new CliError("A2ACLI_ERR_CARD_INVALID", `${file} is not a JSON object`);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function cardError(error: unknown, { reference, signal }: { reference: string; signal: AbortSignal }): unknown {
  if (signal.aborted || error instanceof CliError) return error;
  const invalid = (message: string) => new CliError("A2ACLI_ERR_CARD_INVALID", message, { cause: error });
  if (error instanceof A2AError)
    return invalid(`${reference} is not an Agent Card that can be used: ${describe(error)}`);
  if (error instanceof TypeError) return usageError(`--agent-card: ${error.message}`);
  if (!(error instanceof TransportError))
    return new CliError(
      "A2ACLI_ERR_CARD_NOT_FOUND",
      `Cannot read ${reference}: ${error instanceof Error ? error.message : String(error)}`,
      { cause: error },
    );
  if (error.status === undefined) return new CliError("A2ACLI_ERR_UNREACHABLE", error.message, { cause: error });
  if (error.status < 300) return invalid(`${reference}: ${error.message}`);
  const hint = /[/]$/.test(reference) || !/:\/\/[^/]+\/./.test(reference) ? undefined : `a2a card get -a ${reference}/`;
  return new CliError("A2ACLI_ERR_CARD_NOT_FOUND", error.message, { cause: error, hint });
}
