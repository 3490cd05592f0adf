import { resolve } from "node:path";
import type { Fetch } from "@a2akit/client";
import type { JSONWebKeySet } from "jose";
import { usageError } from "../cli-error.ts";
import type { Context } from "../context.ts";
import { readLimited } from "../files/read-limited.ts";
import { reasonOf } from "../message-of.ts";
import { line, warn } from "../output/output.ts";

/** What is said of a card without signatures. */
export const ABSENT = line("Signature", "absent");

interface ServedCard {
  /** As it was served. */
  readonly card: unknown;
  readonly url: string | undefined;
  readonly fetch: Fetch;
}

/** The lines about the signatures of a card; a person is warned of one that cannot be trusted (CARD_GET_004). */
export async function reportSignatures(context: Context, { card, url, fetch }: ServedCard): Promise<string> {
  const { io, signal } = context;
  if (!hasSignatures(card)) return ABSENT;
  const { verifyCard } = await import("./verify-card.ts");
  const reports = await verifyCard(card, { fetch, signal, url, keys: await trustedKeys(context, fetch) });
  if (reports.every(({ outcome }) => outcome !== "verified")) warn(io, "no signature of the card could be verified");
  return reports
    .map(({ outcome, detail }) => line("Signature", detail === undefined ? outcome : `${outcome}: ${detail}`))
    .join("");
}

function hasSignatures(card: unknown): boolean {
  return (
    typeof card === "object" &&
    card !== null &&
    "signatures" in card &&
    Array.isArray(card.signatures) &&
    card.signatures.length > 0
  );
}

/** Those of `--jwks`: a file or a URL. */
async function trustedKeys({ invocation, io, signal }: Context, fetch: Fetch): Promise<JSONWebKeySet | undefined> {
  const { jwks } = invocation.values;
  if (jwks === undefined) return undefined;
  const { fetchKeys, MAX_KEYS_BYTES, parseKeys } = await import("./verify-card.ts");
  try {
    if (/^https?:/i.test(jwks)) return await fetchKeys(jwks, { fetch, signal });
    const { bytes } = await readLimited(resolve(io.cwd, jwks), { limit: MAX_KEYS_BYTES, name: jwks, signal });
    return parseKeys(bytes.toString("utf8"), jwks);
  } catch (error) {
    signal.throwIfAborted();
    throw usageError(`--jwks: ${reasonOf(error)}`);
  }
}
