import type { AgentCard } from "@a2akit/types";
import type { Fetch } from "./transport/fetch.ts";

/** A card that allows everything, with some members replaced. */
export function testCard(changes: Partial<AgentCard> = {}): AgentCard {
  return {
    name: "Test agent",
    description: "An agent that tests talk to",
    version: "1.0.0",
    supportedInterfaces: [{ url: "https://agent.example/rpc", protocolBinding: "JSONRPC", protocolVersion: "1.0" }],
    capabilities: { streaming: true, pushNotifications: true, extendedAgentCard: true },
    defaultInputModes: ["text/plain"],
    defaultOutputModes: ["text/plain"],
    skills: [],
    ...changes,
  };
}

/** What a `fetch` of tests was called with. */
export interface Recorded {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  // A JSON-RPC request, read by the tests.
  readonly body: { id: number; method: string; params: Record<string, unknown> };
}

/** A `fetch` that records each request and answers with what `respond` makes of it; JSON unless it is a Response. */
export function fakeFetch(respond: (request: Recorded) => unknown): { fetch: Fetch; requests: Recorded[] } {
  const requests: Recorded[] = [];
  const fetch = async (request: Request): Promise<Response> => {
    const body = JSON.parse((await request.text()) || "null");
    const recorded = { url: request.url, headers: Object.fromEntries(request.headers), body };
    requests.push(recorded);
    request.signal.throwIfAborted();
    const answer = respond(recorded);
    return answer instanceof Response ? answer : Response.json(answer);
  };
  return { fetch, requests };
}

/** The answer of an agent that always succeeds. */
export function succeed(result: unknown): (request: Recorded) => unknown {
  return ({ body }) => ({ jsonrpc: "2.0", id: body.id, result });
}

/** A stream that answers a request with these results and closes. */
export function frames({ body: { id } }: Recorded, ...results: unknown[]): Response {
  const text = results.map((result) => `data: ${JSON.stringify({ jsonrpc: "2.0", id, result })}\n\n`).join("");
  return new Response(text, { headers: { "content-type": "text/event-stream" } });
}

/** Every event of a stream. */
export async function toArray<T>(events: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const event of events) all.push(event);
  return all;
}
