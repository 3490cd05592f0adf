import type { A2AHandler } from "@a2akit/server";
import type { Transport } from "../transports/transport.ts";

interface Stub {
  fetch(request: Request): Promise<Response>;
}
interface Env {
  readonly AgentObject: { idFromName(name: string): unknown; get(id: unknown): Stub };
}

/** Names the agent that a request is for. */
const AGENT_HEADER = "x-agent";
/** Closes it. */
const CLOSE_HEADER = "x-close";
/** Handlers are made in the request that runs the check, and live in the object that they are reached through. */
const handlers = new Map<string, A2AHandler>();

/** What one request began another may only go on with in the same Durable Object: an agent lives in one. */
export class AgentObject implements Stub {
  async fetch(request: Request): Promise<Response> {
    const name = request.headers.get(AGENT_HEADER) ?? "";
    const handler = handlers.get(name);
    if (handler === undefined) return new Response(null, { status: 404 });
    if (!request.headers.has(CLOSE_HEADER)) return handler.fetch(request);
    handlers.delete(name);
    await handler.close();
    return new Response();
  }
}

const via =
  (origin: string): Transport =>
  async (handler) => {
    const name = crypto.randomUUID();
    handlers.set(name, handler);
    const send = (request: Request): Promise<Response> => {
      const named = new Request(request);
      named.headers.set(AGENT_HEADER, name);
      return globalThis.fetch(named);
    };
    return {
      origin,
      fetch: send,
      async close() {
        await send(new Request(origin, { headers: { [CLOSE_HEADER]: "" } }));
      },
    };
  };

export async function fetch(request: Request, env: Env): Promise<Response> {
  const name = request.headers.get(AGENT_HEADER);
  if (name !== null) return env.AgentObject.get(env.AgentObject.idFromName(name)).fetch(request);
  // Its modules make random values when they are loaded, which is forbidden before there is a request.
  const { answerCheck } = await import("./run-check.ts");
  return answerCheck(request, via(new URL(request.url).origin));
}
