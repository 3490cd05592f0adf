import { A2AError, type Agent, type Auth, connect, type Fetch, type ResolvedCard } from "@a2akit/client";
import { chooseDialect, type DialectChoice } from "../agent/choose-dialect.ts";
import { locateCard, openCard } from "../agent/open-card.ts";
import { CliError } from "../cli-error.ts";
import type { Context } from "../context.ts";
import { recordFetch } from "../fetch/record-fetch.ts";
import type { CardSeen, Fault } from "./seen.ts";

/** A card, and who is called by it. */
export interface Met {
  readonly card: CardSeen;
  readonly agent?: Agent;
  readonly fault?: Fault;
}

/**
 * Gets the card of a reference and chooses whom to call; nobody is called by a card out of a file. What is wrong with the card is a finding, no error.
 *
 * @throws CliError USAGE, CARD_NOT_FOUND or UNREACHABLE, where there is no card.
 */
export async function meetAgent(context: Context, fetch: Fetch, reference: string | undefined): Promise<Met> {
  const choice = await chooseDialect(context);
  const place = await locateCard(context, reference);
  let response: Response | undefined;
  const record = recordFetch(async (request) => {
    response = await fetch(request);
    return response;
  });
  const seen = (): CardSeen => {
    if (!response) return { json: place.json };
    const json = record.json();
    return { json, answer: { status: response.status, headers: response.headers, text: "", json } };
  };
  try {
    const resolved = await openCard(context, record.fetch, place);
    const card = { ...seen(), resolved };
    return response ? { card, ...choose(resolved, choice) } : { card };
  } catch (error) {
    if (!(error instanceof CliError) || error.code !== "A2ACLI_ERR_CARD_INVALID" || !isCard(seen())) throw error;
    return { card: seen(), fault: { isVersion: false, message: error.message } };
  }
}

/** What is no JSON object is not worth an examination. */
function isCard({ json }: CardSeen): boolean {
  return typeof json === "object" && json !== null;
}

function choose(resolved: ResolvedCard, choice: DialectChoice): Pick<Met, "agent" | "fault"> {
  const who: Agent[] = [];
  // A credential is told who is called: that is how the client says what it chose.
  const listen: Auth = (agent) => {
    who.push(agent);
    return (call, next) => next(call);
  };
  try {
    connect(resolved, { ...choice, auth: listen });
  } catch (error) {
    if (!(error instanceof A2AError)) throw error;
    return { fault: { isVersion: error.name === "VersionNotSupportedError", message: error.message } };
  }
  const [agent] = who;
  return agent ? { agent } : {};
}
