import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { type Fetch, MAX_CARD_BYTES, type ResolvedCard, resolveCard } from "@a2akit/client";
import { dialects } from "@a2akit/protocol/dialects";
import { CliError, usageError } from "../cli-error.ts";
import { commandLineAgain } from "../command-line/command-line.ts";
import type { Context } from "../context.ts";
import { findStats } from "../files/find-stats.ts";
import { FileError, readLimited } from "../files/read-limited.ts";
import { messageOf } from "../message-of.ts";
import { parseJson } from "../parse-json.ts";
import { cardError } from "./card-error.ts";
import { soundCard } from "./sound-card.ts";

/** Where a card is to be had. */
export interface CardPlace {
  readonly reference: string;
  /** What the file holds that the reference names: a pipe can be read once. Undefined where it names a host. */
  readonly json: object | undefined;
}

/**
 * What the reference names, which is `--agent-card` where none is given.
 *
 * @throws CliError USAGE, CARD_NOT_FOUND or CARD_INVALID.
 */
export async function locateCard(
  { invocation, io, signal }: Context,
  reference: string | undefined = invocation.values["agent-card"],
): Promise<CardPlace> {
  if (reference === undefined) {
    const example = commandLineAgain(invocation.tokens, "-a", "agents.example");
    throw usageError("Which agent? Give --agent-card, or set A2ACLI_AGENT_CARD", example);
  }
  try {
    const file = pathOf(reference, io.cwd);
    return { reference, json: file === undefined ? undefined : await readCard(file, signal) };
  } catch (error) {
    throw signal.aborted ? error : cardError(error, reference);
  }
}

/**
 * The card that is there, by default at what `--agent-card` names (CARD_GET_001).
 *
 * @throws CliError USAGE, CARD_NOT_FOUND, CARD_INVALID or UNREACHABLE.
 */
export async function openCard(context: Context, fetch: Fetch, place?: CardPlace): Promise<ResolvedCard> {
  const { signal } = context;
  const { reference, json = reference } = place ?? (await locateCard(context));
  try {
    const resolved = await resolveCard(json, { dialects, fetch, signal, timeout: Number.POSITIVE_INFINITY });
    return { ...resolved, card: soundCard(resolved.card) };
  } catch (error) {
    throw signal.aborted ? error : cardError(error, reference);
  }
}

/** The path of `file://…`, of what looks like a path, and of the name of a file that is there; anything else is a host or URL. */
export function pathOf(reference: string, cwd: string): string | undefined {
  if (reference.startsWith("file:")) return fileURLToPath(reference);
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(reference)) return undefined;
  const path = resolve(cwd, reference);
  const isFile = findStats(path)?.isFile() === true;
  return isFile || /^\.{0,2}[/\\]/.test(reference) ? path : undefined;
}

async function readCard(file: string, signal: AbortSignal): Promise<object> {
  const { bytes } = await readLimited(file, { limit: MAX_CARD_BYTES, signal }).catch((error: unknown) => {
    throw error instanceof FileError && error.code === "EFBIG" ? invalid(error.message) : error;
  });
  const value = parseCard(bytes.toString("utf8"), file);
  if (typeof value !== "object" || value === null) throw invalid(`${file} is not a JSON object`);
  return value;
}

function parseCard(text: string, file: string): unknown {
  try {
    return parseJson(text, file);
  } catch (error) {
    throw invalid(messageOf(error));
  }
}

function invalid(message: string): CliError {
  return new CliError("A2ACLI_ERR_CARD_INVALID", message);
}
