import { afterEach, expect, it } from "vitest";
import { createPushSender } from "../adapters/node.ts";
import { collect, messageOf, startServer, type TestServer } from "../testing/harness.ts";
import { until } from "../testing/until.ts";
import { startWebhook } from "../testing/webhook.ts";
import type { AuditEvent } from "./audit.ts";

let server: TestServer;
afterEach(() => server.close());

it("the audit trail says who did what, to which task, and with what outcome", async () => {
  const webhook = await startWebhook((_, response) => void response.writeHead(410).end());
  const trail: AuditEvent[] = [];
  server = await startServer("node", {
    audit: (event) => trail.push(event),
    push: createPushSender({ allow: ["127.0.0.1"] }),
    limits: { webhookAttempts: 1 },
    authenticate: async ({ header }) =>
      header("authorization") === undefined ? { status: 401 } : { owner: "alice", tenant: "acme" },
    agent: async function* ({ text }) {
      if (text === "throw") throw new Error("no");
      yield "Hello";
    },
  });
  const headers = { authorization: "Bearer a" };
  await server.call("SendMessage", messageOf("go"));
  const { body } = await server.call("SendMessage", messageOf("throw"), { headers });
  const { id: taskId, contextId } = body.result.task;
  await server.call("CancelTask", { id: taskId }, { headers });
  await collect(await server.stream("SendStreamingMessage", messageOf("go"), { headers }));
  const configuration = { taskPushNotificationConfig: { url: `${webhook.origin}/secret` } };
  await server.call("SendMessage", { ...messageOf("go"), configuration }, { headers });
  await until(() => expect(trail.filter(({ action }) => action === "Webhook")).toHaveLength(3));

  const alice = { owner: "alice", tenant: "acme", time: expect.any(Date) };
  expect(trail).toContainEqual({
    ...alice,
    owner: undefined,
    tenant: undefined,
    action: "unknown",
    peer: "127.0.0.1",
    taskId: undefined,
    contextId: undefined,
    outcome: "denied",
    reason: "UNAUTHENTICATED",
  });
  const about = { ...alice, taskId, contextId };
  expect(trail).toContainEqual({ ...about, action: "Run", outcome: "failed", reason: "TASK_STATE_FAILED" });
  expect(trail).toContainEqual({
    ...about,
    action: "SendMessage",
    peer: "127.0.0.1",
    outcome: "ok",
    reason: undefined,
  });
  expect(trail).toContainEqual(
    expect.objectContaining({
      ...alice,
      action: "CancelTask",
      taskId,
      outcome: "failed",
      reason: "TASK_NOT_CANCELABLE",
    }),
  );
  expect(trail).toContainEqual(expect.objectContaining({ action: "SendStreamingMessage", outcome: "ok" }));
  const host = `127.0.0.1:${webhook.port}`;
  expect(trail).toContainEqual(
    expect.objectContaining({ ...alice, action: "Webhook", host, outcome: "failed", reason: "HTTP 410" }),
  );
});
