import { type A2AHandler, type Authenticate, createA2AHandler, type TaskStore } from "@a2akit/server";
import { createPushSender } from "@a2akit/server/node";
import type { Task } from "@a2akit/types";
import { mockAgent } from "./mock-agent.ts";
import { EVERYBODY, type Keys, requireKeys } from "./mock-auth.ts";
import type { Picked } from "./pick-reply.ts";
import type { MockSource } from "./source.ts";

/** Names the reply that was picked for a call; whatever a caller sends under this name is overwritten. */
export const PICKED_HEADER = "x-a2a-mock-reply";

interface MockHandlerOptions {
  readonly source: MockSource;
  readonly keys: Keys;
  readonly store: TaskStore;
  readonly onError: (error: unknown) => void;
  /** What was picked for a call, by the value of its {@link PICKED_HEADER}; taken out when it is played. */
  readonly picked: Map<string, Picked>;
}

/** The server behind a mock: the dialect, card and security of its source, with an agent that plays what was picked for a call. */
export function createMockHandler({ source, store, keys, onError, picked }: MockHandlerOptions): A2AHandler {
  const { dialect, card, title } = source;
  const schemes = { ...dialect.security?.schemes, ...card.securitySchemes };
  const known = requireKeys(keys, schemes) ?? (async () => EVERYBODY);
  const authenticate: Authenticate = async (request) => {
    const caller = await known(request);
    return "status" in caller ? caller : { ...caller, claims: { reply: request.header(PICKED_HEADER) } };
  };
  const agent = mockAgent({
    title,
    outputModes: card.defaultOutputModes ?? [],
    picked({ caller }) {
      const key = String(caller.claims?.reply);
      const found = picked.get(key);
      picked.delete(key);
      return found;
    },
  });
  const { capabilities = {} } = card;
  const pushes = capabilities.pushNotifications ?? dialect.methods.includes("CreateTaskPushNotificationConfig");
  const extendedAgentCard = capabilities.extendedAgentCard ?? dialect.methods.includes("GetExtendedAgentCard");
  return createA2AHandler({
    agent,
    card: { ...card, capabilities: { ...capabilities, extendedAgentCard } },
    store,
    mounts: [{ dialect }],
    authenticate,
    onError,
    extendedCard: {},
    ...(pushes && { push: createPushSender({ allow: PRIVATE_NETWORKS }) }),
    // Whoever tests wants to see at once what was changed; an example's task may have ended long ago.
    cardMaxAge: 0,
    timing: { finishedTtl: Number.POSITIVE_INFINITY, closeGrace: 0 },
  });
}

/** A mock delivers to where it runs itself, which no server on the internet should. */
const PRIVATE_NETWORKS = [
  "127.0.0.0/8",
  "::1",
  "localhost",
  "10.0.0.0/8",
  "172.16.0.0/12",
  "192.168.0.0/16",
  "fc00::/7",
];

/** Puts the tasks of the examples where every caller finds them. */
export async function seedTasks(store: TaskStore, tasks: readonly Task[]): Promise<void> {
  const lease = Number.POSITIVE_INFINITY;
  for (const task of tasks) {
    const { run } = await store.create(EVERYBODY, [{ type: "task", task }], { lease });
    await store.release(run, { lease });
  }
}
