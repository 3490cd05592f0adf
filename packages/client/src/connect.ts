import { chooseDialect } from "./card/choose-dialect.ts";
import { chooseInterface } from "./card/choose-interface.ts";
import type { ResolvedCard } from "./card/resolve-card.ts";
import type { Client } from "./client.ts";
import { type ConnectOptions, createAgentClient } from "./create-agent-client.ts";

/**
 * A client for the agent of a card that was resolved before.
 *
 * @throws A2AError when the card offers no interface, version or security scheme that fits; the message says what it offers.
 * @throws TypeError when `dialect` names none of the `dialects`.
 */
export function connect(resolved: ResolvedCard, options: ConnectOptions = {}): Client {
  const { card, shape } = resolved;
  const agent = { card, dialect: chooseDialect(shape, options), interface: chooseInterface(resolved, options) };
  return createAgentClient(agent, options);
}
