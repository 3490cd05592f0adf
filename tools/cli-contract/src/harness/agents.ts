import type { ServerOptions } from "node:https";
import { createGates, type Gates } from "@a2akit/conformance/gates";
import { createScriptedAgent } from "@a2akit/conformance/scripted-agent";
import { createA2AHandler, type HandlerOptions } from "@a2akit/server";
import { createPushSender } from "@a2akit/server/node";
import { onTestFinished } from "vitest";
import { CUT, type Served, serve } from "./serve.ts";

type Card = Partial<HandlerOptions["card"]>;

export interface LiveAgent extends Served {
  readonly gates: Gates;
}

interface AgentOptions extends Partial<Omit<HandlerOptions, "card">> {
  readonly card?: Card;
  readonly tls?: ServerOptions;
}

/** The scripted agent of the conformance suite, live: `task:work;art:a:hi;done`, `message:T`, `gate:NAME` … */
export async function liveAgent({ card, tls, ...options }: AgentOptions = {}): Promise<LiveAgent> {
  const gates = createGates();
  const handler = createA2AHandler({
    agent: createScriptedAgent(gates),
    card: { name: "Scripted agent", description: "Does what it is told", version: "1.0.0", ...card },
    push: createPushSender({ allow: ["127.0.0.1"] }),
    timing: { closeGrace: 0 },
    onError: () => {},
    ...options,
  });
  onTestFinished(() => handler.close());
  const served = await serve(async (request) => handler.fetch(request), tls);
  return { ...served, gates };
}

/** An agent that takes one bearer token. */
export function guardedAgent(token: string, options: AgentOptions = {}): Promise<LiveAgent> {
  return liveAgent({
    ...options,
    card: {
      securitySchemes: { token: { httpAuthSecurityScheme: { scheme: "Bearer" } } },
      securityRequirements: [{ schemes: { token: {} } }],
      ...options.card,
    },
    authenticate: async ({ header }) =>
      header("authorization") === `Bearer ${token}` ? { owner: "tester", tenant: "" } : { status: 401 },
  });
}

/** A card for agents that are played by hand. */
export function cardAt(url: string, changes: object = {}): object {
  return {
    name: "Played agent",
    description: "Says what the test says",
    version: "1.0.0",
    supportedInterfaces: [{ url, protocolBinding: "JSONRPC", protocolVersion: "1.0" }],
    capabilities: {},
    defaultInputModes: ["text/plain"],
    defaultOutputModes: ["text/plain"],
    skills: [{ id: "s", name: "s", description: "s", tags: ["t"] }],
    ...changes,
  };
}

type Play = (call: { id: unknown; method: string; params: Record<string, unknown> }) => unknown;

/** An agent that answers each call with what `play` makes of it: a Response, or the result of the call. */
export async function playedAgent(play: Play, changes: object = {}): Promise<Served> {
  return serve(async (request, { body, method }) => {
    if (method === "GET") return Response.json(cardAt(new URL("/", request.url).href, changes));
    const call = JSON.parse(body);
    const result = await play(call);
    return result instanceof Response ? result : Response.json({ jsonrpc: "2.0", id: call.id, result });
  });
}

/** Frames of a stream; `cut` breaks the connection after them. */
export function events(id: unknown, frames: readonly object[], { cut = false } = {}): Response {
  const body = frames.map((result) => `data: ${JSON.stringify({ jsonrpc: "2.0", id, result })}\n\n`).join("");
  return new Response(body, { headers: { "content-type": "text/event-stream", ...(cut && { [CUT]: "yes" }) } });
}
