import { a2a } from "@a2akit/protocol/dialects/a2a";
import { ownInterface } from "./card/own-interface.ts";
import { type ResolveCardOptions, resolveCard } from "./card/resolve-card.ts";
import type { Client } from "./client.ts";
import { type ConnectOptions, createAgentClient } from "./create-agent-client.ts";
import { loadUnusual } from "./load-unusual.ts";

/** `timeout` is that of the calls; the card has `cardTimeout`. */
export interface ClientOptions extends ConnectOptions, Pick<ResolveCardOptions, "maxCardBytes"> {
  /** Milliseconds that fetching the card may take; 30 s by default. */
  readonly cardTimeout?: number | undefined;
}

/**
 * A client for one agent: fetches and recognises its card, chooses interface and dialect.
 *
 * @example
 * const client = await createClient("https://agents.example/");
 * console.log(collectText(await client.send("Hello")));
 *
 * @param agent a host, a base URL that ends in `/`, the URL of the card, or the card itself as parsed JSON, in any shape
 * @throws TypeError when the reference is no host or http(s) URL, or `dialect` names none of the `dialects`
 * @throws TransportError when the card cannot be fetched
 * @throws A2AError when the card is invalid, or offers no interface, version or security scheme that fits
 */
export async function createClient(agent: string | URL | object, options: ClientOptions = {}): Promise<Client> {
  const resolved = await resolveCard(agent, { ...options, timeout: options.cardTimeout });
  const { card, shape } = resolved;
  // The code that chooses is loaded only where there is a choice.
  const dialect = options.dialects || options.dialect ? (await loadUnusual()).chooseDialect(shape, options) : a2a;
  const target = ownInterface(resolved) ?? (await loadUnusual()).chooseInterface(resolved, options);
  return createAgentClient({ card, dialect, interface: target }, options);
}
