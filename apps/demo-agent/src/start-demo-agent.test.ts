import { type Auth, apiKey, type Client, createClient } from "@a2akit/client";
import type { Dialect } from "@a2akit/protocol";
import { a2a } from "@a2akit/protocol/dialects/a2a";
import { cdqGenius } from "@a2akit/protocol/dialects/cdq-genius";
import { moltrust } from "@a2akit/protocol/dialects/moltrust";
import { examples } from "@a2akit/protocol/examples/cdq-genius";
import type { Serving } from "@a2akit/server/node";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DEMO_API_KEY } from "./card.ts";
import { startDemoAgent } from "./start-demo-agent.ts";

const request = examples.find((example) => example.kind === "request" && example.method === "SendMessage");
const result = examples.find((example) => example.kind === "result" && example.method === "SendMessage");
const publishedText = request?.value.params.message.parts[0].text ?? "";
const publishedLine = result?.value.result.artifacts[0].parts[0].text;

const errors: unknown[] = [];
let agent: Serving;

beforeAll(async () => {
  agent = await startDemoAgent({ onError: (error) => errors.push(error) });
});
afterAll(async () => {
  await agent.close();
  expect(errors).toEqual([]);
});

const CLIENTS: ReadonlyArray<{ path: string; dialect: Dialect; auth?: Auth }> = [
  { path: "/", dialect: a2a },
  { path: "/cdq/", dialect: cdqGenius, auth: apiKey(DEMO_API_KEY) },
  { path: "/a2a/", dialect: moltrust },
];

describe.each(CLIENTS)("at $path, a client", ({ path, dialect, auth }) => {
  let client: Client;

  beforeAll(async () => {
    client = await createClient(`${agent.url}${path}`, { dialects: [dialect], dialect: dialect.name, auth });
  });

  test("gets the published line for the published request", async () => {
    const { task } = await client.send(publishedText);
    expect(task?.status.state).toBe("TASK_STATE_COMPLETED");
    expect(task?.artifacts).toMatchObject([
      {
        name: "Onboarding data",
        parts: [{ text: publishedLine }, { data: { city: "Biberach an der Riss", confidence: 0.97 } }],
      },
    ]);
  });

  test("is asked back, and its answer continues the task", async () => {
    const { task: asked } = await client.send("Name: Siemens");
    expect(asked?.status).toMatchObject({
      state: "TASK_STATE_INPUT_REQUIRED",
      message: {
        parts: [{ text: expect.stringContaining("4 entries may fit") }, { data: { candidates: { length: 4 } } }],
      },
    });

    const { task } = await client.send("the second one", { taskId: asked?.id });
    expect(task).toMatchObject({
      id: asked?.id,
      status: { state: "TASK_STATE_COMPLETED" },
      artifacts: [{ parts: [{ text: "Siemens AG, Werner-von-Siemens-Straße 1, 80333 München, DE." }, {}] }],
    });

    const read = await client.getTask({ id: asked?.id ?? "", historyLength: 1 });
    expect(read).toMatchObject({ id: asked?.id, status: { state: "TASK_STATE_COMPLETED" } });
    expect(read.history).toHaveLength(1);
  });

  test("is told that nothing matches", async () => {
    const { task } = await client.send("xyzzy plugh");
    expect(task?.status).toMatchObject({ state: "TASK_STATE_COMPLETED", message: { parts: [{}] } });
    expect(task?.status.message?.parts[0]?.text).toContain("No match");
    expect(task?.artifacts ?? []).toEqual([]);
  });
});

async function post(path: string, body: unknown, headers: Record<string, string>): Promise<Response> {
  const json = { "content-type": "application/json", ...headers };
  return fetch(`${agent.url}${path}`, { method: "POST", body: JSON.stringify(body), headers: json });
}

const message = { role: "ROLE_USER", parts: [{ text: "Novo Nordisk" }] };
const artifacts = [{ parts: [{ text: "Novo Nordisk A/S, Novo Allé 1, 2880 Bagsværd, DK." }, {}] }];

test.each([
  {
    path: "/",
    headers: { "a2a-version": "1.0" },
    params: { message: { ...message, messageId: "m-1" }, configuration: { historyLength: 0 } },
    want: { task: { artifacts } },
    card: { supportedInterfaces: [{ protocolBinding: "JSONRPC" }], capabilities: { streaming: true } },
  },
  {
    path: "/cdq/",
    headers: { "x-api-key": DEMO_API_KEY },
    params: { message: { ...message, messageId: "m-1" }, metadata: {} },
    want: { artifacts },
    card: { url: expect.stringMatching(/\/cdq$/), preferredTransport: "JSONRPC", capabilities: { streaming: false } },
  },
  {
    path: "/a2a",
    headers: { "a2a-version": "1.0" },
    params: { message: { ...message, message_id: "m-1" }, configuration: { history_length: 0 } },
    want: { task: { artifacts } },
    card: { supportedInterfaces: [{ url: expect.stringMatching(/\/a2a$/) }], capabilities: { streaming: true } },
  },
])("at $path, the wire and the card are the dialect's", async ({ path, headers, params, want, card }) => {
  const response = await post(path, { jsonrpc: "2.0", id: 0, method: "SendMessage", params }, headers);
  expect(await response.json()).toMatchObject({ jsonrpc: "2.0", id: 0, result: want });
  const served = await fetch(`${agent.url}${path.replace(/\/$/, "")}/.well-known/agent-card.json`);
  expect(await served.json()).toMatchObject({ ...card, name: "Business Partner Onboarding" });
});

test("where the dialect asks for a key, none and a wrong one are 401", async () => {
  for (const headers of [{}, { "x-api-key": "wrong" }]) {
    const response = await post("/cdq/", request?.value, headers);
    expect(response.status).toBe(401);
    expect(response.headers.get("www-authenticate")).toContain("X-API-KEY");
    expect(await response.json()).toMatchObject({ error: { data: [{ reason: "UNAUTHENTICATED" }] } });
  }
});

test("the published request body is answered as it stands", async () => {
  const response = await post("/cdq/", request?.value, { "x-api-key": DEMO_API_KEY });
  expect(response.status).toBe(200);
  expect(await response.json()).toMatchObject({
    id: 1,
    result: { artifacts: [{ parts: [{ text: publishedLine }, {}] }] },
  });
});
