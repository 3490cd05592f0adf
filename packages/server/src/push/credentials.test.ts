import type { ServerResponse } from "node:http";
import { inspect } from "node:util";
import { expect, it, onTestFinished, vi } from "vitest";
import { createPushSender } from "../adapters/node.ts";
import { createMemoryTaskStore } from "../stores/memory/memory.ts";
import { messageOf, startServer } from "../testing/harness.ts";
import { hearing } from "../testing/hearing.ts";
import { scripted } from "../testing/scripted-steps.ts";
import { startWebhook } from "../testing/webhook.ts";

const CREDENTIALS = "cr3d3nt1al-of-alice";
const TOKEN = "t0k3n-of-alice";
const QUERY = "qu3ry-of-alice";
const SECRETS = [CREDENTIALS, TOKEN, QUERY];

it("credentials of webhooks go to the webhook and back to their owner, and nowhere else", async () => {
  const logged: unknown[][] = [];
  for (const method of ["log", "info", "warn", "error", "debug"] as const) {
    vi.spyOn(console, method).mockImplementation((...values) => void logged.push(values));
  }
  onTestFinished(() => void vi.restoreAllMocks());
  const elsewhere = await startWebhook();
  const answers = [
    (response: ServerResponse) => response.writeHead(302, { location: elsewhere.origin }).end(),
    (response: ServerResponse) => response.destroy(),
    (response: ServerResponse) => response.writeHead(401).end(CREDENTIALS),
  ];
  const webhook = await startWebhook((_, response) => void answers.shift()?.(response));
  const { errors, onError, heard } = hearing();
  const store = createMemoryTaskStore();
  let failures = 1;
  const sender = createPushSender({ allow: ["127.0.0.1"] });
  const server = await startServer("fetch", {
    agent: scripted,
    store,
    push: {
      ...sender,
      async send(delivery, signal) {
        failures -= 1;
        if (failures === 0) throw new Error("out of order");
        return sender.send(delivery, signal);
      },
    },
    onError,
    limits: { webhookAttempts: 4 },
    timing: { webhookBackoff: 1, closeGrace: 0 },
    authenticate: async ({ header }) => ({ owner: header("x-user") ?? "", tenant: "" }),
  });
  onTestFinished(() => server.close());
  const as = async (user: string, method: string, params: object): Promise<string> =>
    JSON.stringify((await server.call(method, params, { headers: { "x-user": user } })).body);

  const config = {
    url: `${webhook.origin}/?key=${QUERY}`,
    id: "hook",
    token: TOKEN,
    authentication: { scheme: "Bearer", credentials: CREDENTIALS },
  };
  const configuration = { taskPushNotificationConfig: config };
  const sent = await as("alice", "SendMessage", { ...messageOf("task:input:q"), configuration });
  const taskId: string = JSON.parse(sent).result.task.id;
  // The sender that threw, and the frame that was given up.
  await heard(2);
  expect(webhook.received.every(({ headers }) => headers.authorization === `Bearer ${CREDENTIALS}`)).toBe(true);

  const lookups = [
    ["GetTaskPushNotificationConfig", { taskId, id: "hook" }],
    ["ListTaskPushNotificationConfigs", { taskId }],
    ["DeleteTaskPushNotificationConfig", { taskId, id: "hook" }],
    ["CreateTaskPushNotificationConfig", { ...config, taskId, id: "other" }],
    ["CreateTaskPushNotificationConfig", { ...config, taskId, url: `ftp://${QUERY}` }],
    ["GetTask", { id: taskId }],
  ] as const;
  const ofOthers: string[] = [];
  for (const [method, params] of lookups) ofOthers.push(await as("bob", method, params));
  for (const answer of ofOthers) expect(JSON.parse(answer).error.code).toBe(-32001);
  const ofAlice = await as("alice", "GetTaskPushNotificationConfig", { taskId, id: "hook" });
  expect(JSON.parse(ofAlice).result).toEqual({ ...config, taskId });
  const refused = await as("alice", "CreateTaskPushNotificationConfig", {
    ...config,
    taskId,
    token: `${TOKEN}\n`,
    url: `ftp://${QUERY}`,
  });
  expect(JSON.parse(refused).error.code).toBe(-32602);
  const { deliveries } = await store.push.dead({});
  const letters = deliveries.map(({ url: _, ...letter }) => letter);

  expect(letters).toMatchObject([{ reason: "HTTP 401", attempts: 4 }]);
  expect(elsewhere.received).toEqual([]);
  const everything = inspect(
    { logged, errors, ofOthers, refused, sent, letters },
    { depth: Number.POSITIVE_INFINITY, maxStringLength: null, showHidden: true },
  );
  for (const secret of SECRETS) expect(everything).not.toContain(secret);
});
