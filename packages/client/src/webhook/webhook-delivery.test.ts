import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type Agent, createA2AHandler } from "@a2akit/server";
import { createPushSender } from "@a2akit/server/node";
import type { StreamResponse, TaskPushNotificationConfig } from "@a2akit/types";
import { expect, onTestFinished, test, vi } from "vitest";
import { createClient } from "../create-client.ts";
import { createWebhook, type WebhookOptions } from "./webhook.ts";

/*
 * The webhook over HTTP, with the deliveries of a server.
 */

const agent: Agent = async function* ({ working, artifact }) {
  yield working();
  yield artifact("done");
};

const SECRET = `whsec_${"QUJD".repeat(8)}`;
const OTHER_SECRET = `whsec_${"REVG".repeat(8)}`;
const authentication = { scheme: "Bearer", credentials: "k" };

/** In milliseconds, for machines that are busy. */
const WAIT = { timeout: 60_000 };

/** What one run of the agent tells, in a word each. */
const EVENTS = ["TASK_STATE_SUBMITTED", "TASK_STATE_WORKING", "artifact", "TASK_STATE_COMPLETED"];
const word = ({ task, statusUpdate }: StreamResponse): string => (task ?? statusUpdate)?.status.state ?? "artifact";

/** A webhook that listens on the loopback interface, and the statuses it answered with. */
async function listen(webhook: (request: Request) => Promise<Response>) {
  const statuses: number[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Uint8Array[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const headers = Object.entries(request.headers).map(([name, value]): [string, string] => [name, String(value)]);
    const body = Buffer.concat(chunks);
    const { status } = await webhook(new Request("http://127.0.0.1/", { method: "POST", headers, body }));
    statuses.push(status);
    response.writeHead(status).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  // A server that listens on a port has an address with one.
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/`, statuses };
}

interface Delivered {
  /** What the server signs with; default: nothing. */
  readonly secrets?: readonly string[];
  /** What the agent is told about the webhook. */
  readonly config?: Partial<TaskPushNotificationConfig>;
  readonly webhook: Partial<WebhookOptions>;
}

/** Runs the agent once with a webhook; what that was told, and what it answered. */
async function deliver({ secrets = [], config, webhook }: Delivered) {
  const told: string[] = [];
  const receiver = await listen(createWebhook({ onEvent: (event) => void told.push(word(event)), ...webhook }));
  const handler = createA2AHandler({
    agent,
    card: { name: "Agent", description: "An agent", version: "1.0.0" },
    push: createPushSender({ allow: ["127.0.0.1"], secrets }),
    timing: { webhookBackoff: 1, closeGrace: 1 },
    limits: { webhookAttempts: 3 },
    onError: () => {},
  });
  handler.start();
  onTestFinished(() => handler.close());
  const client = await createClient("http://agent.example/", { fetch: handler.fetch });
  await client.send("go", { configuration: { taskPushNotificationConfig: { url: receiver.url, ...config } } });
  return { told, statuses: receiver.statuses };
}

test.each<[string, Delivered]>([
  ["its token", { config: { token: "secret" }, webhook: { token: "secret" } }],
  ["its credentials", { config: { authentication }, webhook: { authentication } }],
  ["a signature", { secrets: [SECRET], webhook: { secrets: [SECRET] } }],
  [
    "the signatures of an old and a new secret",
    { secrets: [SECRET, OTHER_SECRET], webhook: { secrets: [OTHER_SECRET] } },
  ],
  [
    "all of these",
    {
      secrets: [SECRET],
      config: { token: "secret", authentication },
      webhook: { token: "secret", authentication, secrets: [SECRET] },
    },
  ],
])("what a server delivers with %s is taken, each event once and in order", async (_, delivered) => {
  const { told, statuses } = await deliver(delivered);
  await vi.waitFor(() => expect(statuses).toHaveLength(EVENTS.length), WAIT);
  expect(told).toEqual(EVENTS);
  expect(new Set(statuses)).toEqual(new Set([204]));
});

test.each<[string, Delivered]>([
  ["another token", { config: { token: "Secret" }, webhook: { token: "secret" } }],
  ["no credentials", { config: { token: "secret" }, webhook: { token: "secret", authentication } }],
  ["the signature of another secret", { secrets: [SECRET], webhook: { secrets: [OTHER_SECRET] } }],
])("what a server delivers with %s is refused, whenever it comes", async (_, delivered) => {
  const { told, statuses } = await deliver(delivered);
  await vi.waitFor(() => expect(statuses.length).toBeGreaterThanOrEqual(3), WAIT);
  expect(new Set(statuses)).toEqual(new Set([401]));
  expect(told).toEqual([]);
});

test("an event that could not be taken is delivered again, and the others keep their order", async () => {
  const told: string[] = [];
  let failures = 0;
  const onEvent = (event: StreamResponse): void => {
    if (word(event) === "artifact" && failures++ === 0) throw new Error("disk full");
    told.push(word(event));
  };
  const { statuses } = await deliver({ config: { token: "secret" }, webhook: { token: "secret", onEvent } });
  await vi.waitFor(() => expect(statuses).toHaveLength(EVENTS.length + 1), WAIT);
  expect(statuses).toEqual([204, 204, 500, 204, 204]);
  expect(told).toEqual(EVENTS);
});
