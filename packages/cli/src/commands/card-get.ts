import type { AgentCard, Fetch } from "@a2akit/client";
import { locateCard, openCard } from "../agent/open-card.ts";
import { ABSENT, reportSignatures } from "../agent/report-signatures.ts";
import { soundCard } from "../agent/sound-card.ts";
import { CliError } from "../cli-error.ts";
import type { Context } from "../context.ts";
import { openFetch } from "../fetch/open-fetch.ts";
import { recordFetch } from "../fetch/record-fetch.ts";
import { line } from "../output/output.ts";
import { print } from "../output/print.ts";
import { renderCard } from "../output/render.ts";

/** `a2a card get`: the card in the canonical form of A2A 1.0, whatever shape it was found in. */
export async function cardGet(context: Context): Promise<void> {
  const { values } = context.invocation;
  if (values.extended) return extendedCardGet(context);
  const fetch = await openFetch(context);
  const record = recordFetch(fetch);
  const place = await locateCard(context);
  const served = () => place.json ?? record.json();
  if (values.validate) {
    // A card that cannot be used is what this is for.
    const { card, url } = await openCard(context, record.fetch, place).catch((error: unknown) => {
      if (error instanceof CliError && error.code === "A2ACLI_ERR_CARD_INVALID")
        return { card: undefined, url: undefined };
      throw error;
    });
    return printCard(context, { card, served: served(), url, fetch });
  }
  const { card, url } = await openCard(context, record.fetch, place);
  return printCard(context, { card, served: served(), url, fetch });
}

/** The card for those who have shown who they are, by a scheme of the public one (CARD_GET_003). */
async function extendedCardGet(context: Context): Promise<void> {
  const { clientOf } = await import("../agent/open-client.ts");
  const fetch = await openFetch(context);
  const resolved = await openCard(context, fetch);
  const client = await clientOf(context, { resolved, fetch });
  const served = await client.getExtendedAgentCard({});
  return printCard(context, { card: soundCard(served), served, url: resolved.url, fetch });
}

interface Found {
  /** Undefined where it cannot be used. */
  readonly card: AgentCard | undefined;
  readonly served: unknown;
  readonly url: string | undefined;
  readonly fetch: Fetch;
}

async function printCard(context: Context, { card, served, url, fetch }: Found): Promise<void> {
  const { invocation, io } = context;
  const signatures = await reportSignatures(context, { card: served, url, fetch });
  const { findings, error } = invocation.values.validate ? await validate(context, served) : NOTHING;
  const remarks = signatures + findings;
  const isJson = invocation.values.output === "json";
  // What most cards lack is worth a line for people only.
  if (isJson) io.stderr.write(invocation.values.validate || signatures !== ABSENT ? remarks : "");
  if (card && !(isJson && error)) print(context, card, () => renderCard(card) + remarks);
  else if (!isJson) io.stdout.write(remarks);
  if (error) throw error;
}

const NOTHING = { findings: "", error: undefined };

/** The findings by line, and the failure that they are (CARD_GET_002). */
async function validate(
  { invocation }: Context,
  served: unknown,
): Promise<{ findings: string; error: CliError | undefined }> {
  const { cardFindings } = await import("../agent/card-findings.ts");
  const found = cardFindings(served).map(({ path, message, section }) => `${path} ${message} (${section})`);
  if (found.length === 0) return { findings: line("Valid", "yes"), error: undefined };
  const count = found.length === 1 ? "1 finding" : `${found.length} findings`;
  const message = `The card at ${invocation.values["agent-card"]} breaks its schema: ${count}: ${found.join("; ")}`;
  const findings = line("Valid", "no") + found.map((text) => line("Finding", text)).join("");
  return { findings, error: new CliError("A2ACLI_ERR_CARD_INVALID", message) };
}
