import { chooseDialect } from "./choose-dialect.ts";
import type { Client } from "./client.ts";
import { type ConnectOptions, createAgentClient } from "./create-agent-client.ts";
import { findInterface } from "./find-interface.ts";
import { type ResolveCardOptions, resolveCard } from "./resolve-card.ts";

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
  const { dialects, fetch, signal, maxCardBytes, cardTimeout, allowPrivateHosts } = options;
  const timeout = cardTimeout;
  const resolved = await resolveCard(agent, { dialects, fetch, signal, maxCardBytes, timeout, allowPrivateHosts });
  const { card, shape } = resolved;
  return createAgentClient(
    { card, dialect: chooseDialect(shape, options), interface: await findInterface(resolved, options) },
    options,
  );
}
