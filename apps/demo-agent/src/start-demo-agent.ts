import type { Dialect } from "@a2akit/protocol";
import { a2a } from "@a2akit/protocol/dialects/a2a";
import { cdqGenius } from "@a2akit/protocol/dialects/cdq-genius";
import { moltrust } from "@a2akit/protocol/dialects/moltrust";
import { createA2AHandler, type HandlerOptions } from "@a2akit/server";
import { createPushSender, type Serving, serve } from "@a2akit/server/node";
import { onboardingAgent } from "./agent.ts";
import { requireApiKey } from "./api-key.ts";
import { card, DEMO_API_KEY } from "./card.ts";

/** One agent, three dialects. Tasks are shared by callers with the same owner, whatever mount they use. */
export const MOUNTS: ReadonlyArray<{ readonly path: string; readonly dialect: Dialect }> = [
  { path: "/", dialect: a2a },
  { path: "/cdq", dialect: cdqGenius },
  { path: "/a2a", dialect: moltrust },
];

export interface StartOptions extends Pick<HandlerOptions, "store" | "cors" | "onError" | "logger"> {
  /** Default 0: a free one. */
  readonly port?: number;
}

/** The demo agent as a server on loopback. Rejects when it cannot listen on the port. */
export async function startDemoAgent({ port = 0, ...options }: StartOptions = {}): Promise<Serving> {
  const mounts = MOUNTS.map(({ path, dialect }) => {
    const authenticate = requireApiKey(dialect, DEMO_API_KEY);
    return { path, dialect, ...(authenticate !== undefined && { authenticate }) };
  });
  // Webhooks on this machine are let in, as whoever tries the demo has no others.
  const push = createPushSender({ allow: ["127.0.0.1", "::1", "localhost"] });
  const handler = createA2AHandler({ ...options, agent: onboardingAgent, card, mounts, push });
  try {
    return await serve({ handler, port, health: true });
  } catch (error) {
    await handler.close();
    throw error;
  }
}
