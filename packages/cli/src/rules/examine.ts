import { type Agent, type Auth, type Fetch, MAX_CARD_BYTES } from "@a2akit/client";
import { ask, fetchAnswer } from "./ask.ts";
import { type Probe, probes } from "./probes.ts";
import { sealProbe } from "./seal-probe.ts";
import type { CardSeen, Exchange, Fault, ProbeName, Seen } from "./seen.ts";

export interface ExamineOptions {
  readonly card: CardSeen;
  /** Who is called; absent where nobody can be. */
  readonly agent?: Agent | undefined;
  readonly fault?: Fault | undefined;
  readonly auth: readonly Auth[];
  /** Of every call, beside those of the protocol. */
  readonly headers: Readonly<Record<string, string>>;
  readonly fetch: Fetch;
  readonly signal: AbortSignal;
  /** What the agent is told; without it, nothing that makes it work is sent. */
  readonly text?: string | undefined;
  /** Told of each request before it is sent. */
  readonly onProbe?: ((title: string) => void) | undefined;
}

/** Asks an agent, one request after the other, and keeps what came back. Requests that can show nothing are not sent. */
export async function examine(options: ExamineOptions): Promise<Seen> {
  const { agent, fault, auth, text, fetch, signal, onProbe } = options;
  const exchanges: Partial<Record<ProbeName, Exchange>> = {};
  const seen: Seen = {
    card: await askAgain(options),
    ...(agent && { agent }),
    ...(fault && { fault }),
    hasCredentials: auth.length > 0,
    exchanges,
  };
  if (!agent) return seen;
  // Object.entries widens the keys of the table to string.
  for (const [name, probe] of Object.entries(probes) as [ProbeName, Probe][]) {
    if ((probe.works && text === undefined) || probe.when?.(seen) === false) continue;
    signal.throwIfAborted();
    onProbe?.(probe.title);
    const call = await sealProbe(probe, { ...options, seen, agent });
    const exchange = await ask(call, { probe: name, method: probe.method, id: probe.id, fetch, signal });
    exchanges[name] = exchange;
    // Who does not answer the first is not asked the others.
    if (exchange.failure !== undefined && name === "unknown-task") break;
  }
  return seen;
}

/** Asks for the card again, with the ETag of the first answer (A2A §8.6). */
async function askAgain({ card, fetch, signal, onProbe }: ExamineOptions): Promise<CardSeen> {
  const etag = card.answer?.headers.get("etag");
  const url = card.resolved?.url;
  if (!etag || url === undefined) return card;
  onProbe?.("the card again, with its ETag");
  const request = new Request(url, { headers: { accept: "application/json", "if-none-match": etag } });
  const again = await fetchAnswer(request, { fetch, signal, limit: MAX_CARD_BYTES });
  return typeof again === "string" ? card : { ...card, again };
}
