import { createClient } from "@a2akit/client";
import { agentCard } from "./agent-card.ts";
import type { OpenClient } from "./open-client.ts";

/** Our client with its defaults. */
export const openClient: OpenClient = async (url) => {
  const client = await createClient(agentCard(url));
  return {
    getTask: async (id) => (await client.getTask({ id })).status.state,
    stream: (text) => client.stream(text),
  };
};
