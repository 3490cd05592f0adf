import { Writable } from "node:stream";
import { pino } from "pino";
import { afterEach, expect, it } from "vitest";
import { createPushSender } from "../adapters/node.ts";
import { createOpenTelemetry } from "../opentelemetry/opentelemetry.ts";
import { collect, messageOf, startServer, type TestServer } from "../testing/harness.ts";
import { startTelemetry } from "../testing/telemetry.ts";
import { until } from "../testing/until.ts";
import { startWebhook } from "../testing/webhook.ts";
import type { AuditEvent } from "./audit.ts";

let server: TestServer;
afterEach(() => server.close());

/** Every place in which a caller, a webhook or an agent can put a secret. */
const SECRETS = Object.fromEntries(
  [
    ...["authorization", "apiKey", "cookie", "proxy", "query", "unknownMethod", "requestId"],
    ...["text", "data", "messageMetadata", "requestMetadata", "claim", "answer", "statusMessage"],
    ...["webhookUser", "webhookPassword", "webhookPath", "webhookQuery", "webhookToken", "webhookCredentials"],
    ...["challenge", "trace"],
  ].map((place) => [place, `s3cret-${place}-0f1e2d`]),
);

it("no secret gets into logs, traces, metrics or the audit trail, wherever it stands", async () => {
  const telemetry = startTelemetry();
  const lines: string[] = [];
  const stream = new Writable({
    write(chunk, _, done) {
      lines.push(String(chunk));
      done();
    },
  });
  const audited: AuditEvent[] = [];
  const webhook = await startWebhook((_, response) => void response.writeHead(500, SECRETS.challenge).end());
  server = await startServer("node", {
    logger: pino({ level: "trace" }, stream),
    audit: (event) => audited.push(event),
    instrumentation: createOpenTelemetry(telemetry),
    push: createPushSender({ allow: ["127.0.0.1"] }),
    limits: { webhookAttempts: 2 },
    timing: { webhookBackoff: 1 },
    authenticate: async ({ header }) =>
      header("authorization") === `Bearer ${SECRETS.authorization}`
        ? { owner: "alice", tenant: "acme", claims: { password: SECRETS.claim } }
        : { status: 401, challenge: `Bearer realm="${SECRETS.challenge}"` },
    agent: async function* ({ working, artifact }) {
      yield working(SECRETS.statusMessage);
      yield artifact(SECRETS.answer ?? "");
    },
  });
  const headers = {
    authorization: `Bearer ${SECRETS.authorization}`,
    "x-api-key": SECRETS.apiKey ?? "",
    cookie: `session=${SECRETS.cookie}`,
    "proxy-authorization": `Basic ${SECRETS.proxy}`,
    tracestate: `vendor=${SECRETS.trace}`,
  };
  const options = { headers, path: `/?access_token=${SECRETS.query}`, id: SECRETS.requestId };
  const message = {
    ...messageOf("").message,
    parts: [{ text: SECRETS.text }, { data: { password: SECRETS.data } }],
    metadata: { password: SECRETS.messageMetadata },
  };
  const place = `127.0.0.1:${webhook.port}/${SECRETS.webhookPath}?t=${SECRETS.webhookQuery}`;
  const taskPushNotificationConfig = {
    url: `http://${place}`,
    token: SECRETS.webhookToken,
    authentication: { scheme: "Bearer", credentials: SECRETS.webhookCredentials },
  };
  const params = { message, metadata: { password: SECRETS.requestMetadata } };
  const configured = { ...params, configuration: { taskPushNotificationConfig } };
  const { body } = await server.call("SendMessage", configured, options);
  const { task } = body.result;
  await collect(await server.stream("SendStreamingMessage", params, options));
  // A URL with a user and a password is refused.
  const url = `http://${SECRETS.webhookUser}:${SECRETS.webhookPassword}@${place}`;
  await server.call("CreateTaskPushNotificationConfig", { url, taskId: task.id }, options);
  await server.call("GetTask", { id: task.id }, options);
  await server.call(SECRETS.unknownMethod ?? "", params, options);
  await server.call("SendMessage", { ...params, [SECRETS.data ?? ""]: 1, message: { parts: SECRETS.text } }, options);
  await server.call("SendMessage", params, { ...options, headers: { authorization: `Bearer ${SECRETS.apiKey}` } });
  await server.post(`{"${SECRETS.text}`, headers);

  const outputs = async () => ({
    lines,
    audited,
    spans: telemetry.spans().map(({ context: { traceId, spanId }, ...span }) => ({ ...span, traceId, spanId })),
    metrics: await telemetry.metrics(),
  });
  // Two attempts, and what `onError` hears of the one that was given up.
  await until(() => expect(lines.join()).toContain("Gave up a frame"));
  const { spans, metrics } = await outputs();
  expect([lines.length, audited.length, spans.length].every((count) => count > 8)).toBe(true);
  expect(Object.keys(metrics)).toContain("a2a.server.webhook.duration");
  const text = JSON.stringify(await outputs());
  expect(text).toContain("alice");
  expect(Object.values(SECRETS).filter((secret) => text.includes(secret))).toEqual([]);
});
