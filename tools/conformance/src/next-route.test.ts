import { parseEvents } from "@a2akit/protocol";
import { expect, test } from "vitest";
import * as route from "./next-route.fixture.ts";
import { script } from "./peer.ts";

/** As Next does it: one that is not exported is 405, and gets a context with the params of the path. */
async function callRoute(request: Request): Promise<Response> {
  const method = Reflect.get(route, request.method);
  if (typeof method !== "function") return new Response(null, { status: 405 });
  return method(request, { params: Promise.resolve({ path: [] }) });
}

const ORIGIN = "https://agents.example";
const post = (method: string, params: unknown): Promise<Response> =>
  callRoute(
    new Request(`${ORIGIN}/`, {
      method: "POST",
      headers: { "content-type": "application/json", "a2a-version": "1.0" },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
    }),
  );

test("the recipe for Next.js: a route handler answers the card, calls and streams", async () => {
  const card = await (await callRoute(new Request(`${ORIGIN}/.well-known/agent-card.json`))).json();
  expect(card).toMatchObject({ name: "Greeter", supportedInterfaces: [{ url: `${ORIGIN}/` }] });
  expect(await (await post("SendMessage", script("Ada"))).json()).toMatchObject({
    result: { task: { artifacts: [{ parts: [{ text: "Hello, Ada!" }] }] } },
  });
  const { body } = await post("SendStreamingMessage", script("Ada"));
  const kinds: string[] = [];
  if (body !== null)
    for await (const { data } of parseEvents(body)) kinds.push(...Object.keys(JSON.parse(data).result));
  expect(kinds).toEqual(["task", "artifactUpdate", "statusUpdate"]);
});
