import { AgentCard, GetTaskRequest, SendMessageRequest, TaskState } from "@a2a-js/sdk";
import { ClientFactory } from "@a2a-js/sdk/client";
import { userMessage } from "../benchmarks/requests.ts";
import { agentCard } from "./agent-card.ts";
import type { OpenClient } from "./open-client.ts";

/** The official client as it is documented. */
export const openClient: OpenClient = async (url) => {
  const client = await new ClientFactory().createFromAgentCard(AgentCard.fromJSON(agentCard(url)));
  return {
    async getTask(id) {
      const { status } = await client.getTask(GetTaskRequest.fromJSON({ id }));
      return TaskState[status?.state ?? TaskState.UNRECOGNIZED];
    },
    stream: (text) => client.sendMessageStream(SendMessageRequest.fromJSON({ message: userMessage(text) })),
  };
};
