import { setImmediate } from "node:timers/promises";
import { context, metrics, SpanKind, trace } from "@opentelemetry/api";
import { afterEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { createPushSender } from "../adapters/node.ts";
import type { Agent } from "../agent.ts";
import { createMemoryTaskStore } from "../stores/memory/memory.ts";
import { CARD, collect, gate, messageOf, startServer, type TestOptions, type TestServer } from "../testing/harness.ts";
import { type FinishedSpan, startTelemetry } from "../testing/telemetry.ts";
import { until } from "../testing/until.ts";
import { startWebhook } from "../testing/webhook.ts";
import { createOpenTelemetry } from "./opentelemetry.ts";

let server: TestServer;
let telemetry: ReturnType<typeof startTelemetry>;
afterEach(() => server.close());

async function start(agent: Agent, options: Partial<TestOptions> = {}): Promise<void> {
  telemetry = startTelemetry();
  const instrumentation = createOpenTelemetry(telemetry);
  server = await startServer("node", { agent, instrumentation, ...options });
}

const CALLER = { traceId: "0af7651916cd43dd8448eb211c80319c", spanId: "b7ad6b7169203331" };
const traceparent = `00-${CALLER.traceId}-${CALLER.spanId}-01`;
const RUN = `invoke_agent ${CARD.name}`;

async function spansNamed(name: string, count = 1): Promise<FinishedSpan[]> {
  const found = () => telemetry.spans().filter((span) => span.name === name);
  await until(() => expect(found().length).toBeGreaterThanOrEqual(count));
  return found();
}

const one = async (name: string): Promise<FinishedSpan> => (await spansNamed(name))[0] as FinishedSpan;

/** A span of the agent's own, below whatever is active. */
const work = (name: string): void => telemetry.tracer.startSpan(name).end();

describe("traces", () => {
  it("follow a call from its caller through the run into what the agent does", async () => {
    await start(async () => {
      work("before a wait");
      await setImmediate();
      work("after a wait");
      return "done";
    });
    await server.call("SendMessage", messageOf("go"), { headers: { traceparent } });
    const request = await one("SendMessage");
    const run = await one(RUN);
    expect(request).toMatchObject({ kind: SpanKind.SERVER, parent: CALLER.spanId, failed: false });
    expect(run).toMatchObject({ kind: SpanKind.INTERNAL, parent: request.context.spanId, failed: false });
    expect((await one("before a wait")).parent).toBe(run.context.spanId);
    expect((await one("after a wait")).parent).toBe(run.context.spanId);
    expect(new Set(telemetry.spans().map((span) => span.context.traceId))).toEqual(new Set([CALLER.traceId]));
    expect(request.attributes).toMatchObject({
      "rpc.system.name": "jsonrpc",
      "rpc.method": "SendMessage",
      "jsonrpc.protocol.version": "2.0",
      "client.address": "127.0.0.1",
    });
    expect(run.attributes).toMatchObject({ "gen_ai.operation.name": "invoke_agent", "gen_ai.agent.name": CARD.name });
    for (const { attributes } of [request, run]) expect(attributes).not.toHaveProperty("a2a.task.id");
  });

  it("are active in every turn of a generator, whoever reads it, and in its finally", async () => {
    await start(async function* ({ working }) {
      try {
        work("first");
        yield working("a");
        await setImmediate();
        work("second");
        yield working("b");
        work("third");
      } finally {
        work("last");
      }
    });
    await collect(await server.stream("SendStreamingMessage", messageOf("go"), { headers: { traceparent } }));
    const run = await one(RUN);
    for (const name of ["first", "second", "third", "last"]) expect((await one(name)).parent).toBe(run.context.spanId);
    const request = await one("SendStreamingMessage");
    expect(run.parent).toBe(request.context.spanId);
    expect(run.attributes).toMatchObject({ "a2a.task.state": "TASK_STATE_COMPLETED" });
    expect(request.attributes["a2a.task.id"]).toBe(run.attributes["a2a.task.id"]);
    expect(request.attributes["a2a.stream.frames"]).toBe(4);
  });

  it("keep a message that waits in the queue with the request that brought it", async () => {
    const go = gate();
    await start(async function* ({ text, inputRequired }) {
      if (text === "one") await go.opened;
      work(text);
      yield inputRequired("more?");
    });
    const first = await server.send("one", {}, { returnImmediately: true });
    const taskId = first.task.id;
    const message = messageOf("two", { taskId });
    const second = server.call("SendMessage", message, { headers: { traceparent } });
    await until(async () => {
      const { body } = await server.call("GetTask", { id: taskId });
      expect(body.result.history).toHaveLength(2);
    });
    go.open();
    await second;
    const [, run] = await spansNamed(RUN, 2);
    expect((await one("one")).context.traceId).not.toBe(CALLER.traceId);
    expect((await one("two")).parent).toBe(run?.context.spanId);
    expect((await one("two")).context.traceId).toBe(CALLER.traceId);
  });

  it("hang below the span that is active already, as of an instrumented HTTP server", async () => {
    await start(async () => "ok");
    const outer = telemetry.tracer.startSpan("POST /");
    const headers = { "content-type": "application/json", "a2a-version": "1.0", traceparent };
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "SendMessage", params: messageOf("go") });
    const request = new Request("http://agent.test/", { method: "POST", headers, body });
    await context.with(trace.setSpan(context.active(), outer), () => server.handler.fetch(request));
    expect((await one("SendMessage")).parent).toBe(outer.spanContext().spanId);
  });

  it("go out into webhooks, each attempt in a span of its own below the run", async () => {
    const statuses = [503];
    const webhook = await startWebhook((_, response) => void response.writeHead(statuses.shift() ?? 204).end());
    const push = createPushSender({ allow: ["127.0.0.1"] });
    const agent: Agent = async function* () {
      yield "Hello";
    };
    await start(agent, { push, timing: { webhookBackoff: 1 } });
    const configuration = { taskPushNotificationConfig: { url: `${webhook.origin}/hook` } };
    await server.call("SendMessage", { ...messageOf("go"), configuration }, { headers: { traceparent } });
    await webhook.count(4);
    const posts = await spansNamed("POST", 4);
    const run = await one(RUN);
    expect(posts.map(({ parent, kind }) => [parent, kind])).toEqual(
      posts.map(() => [run.context.spanId, SpanKind.CLIENT]),
    );
    expect(webhook.received.map(({ headers }) => headers.traceparent)).toEqual(
      posts.map((post) => `00-${CALLER.traceId}-${post.context.spanId}-01`),
    );
    expect(posts.map((post) => post.attributes["http.response.status_code"])).toEqual([503, 204, 204, 204]);
    expect(posts[0]).toMatchObject({
      failed: true,
      attributes: { "server.address": "127.0.0.1", "server.port": webhook.port, "error.type": "503" },
    });
    expect(posts[1]?.attributes).toMatchObject({ "http.request.resend_count": 1 });
  });

  it("go where the SDK was registered, if none is given", async () => {
    telemetry = startTelemetry();
    trace.setGlobalTracerProvider(telemetry.tracerProvider);
    metrics.setGlobalMeterProvider(telemetry.meterProvider);
    onTestFinished(() => {
      trace.disable();
      metrics.disable();
    });
    server = await startServer("fetch", { agent: async () => "ok", instrumentation: createOpenTelemetry() });
    await server.send("go");
    expect((await one("SendMessage")).parent).toBeUndefined();
    expect(await telemetry.metrics()).toHaveProperty("rpc.server.call.duration");
  });

  it("say that something failed, and not in whose words", async () => {
    class DatabaseError extends Error {}
    await start(async () => {
      throw new DatabaseError("password=hunter2");
    });
    await server.send("go");
    await server.call("GetTask", { id: "nope" });
    await server.call("Nonsense", {});
    expect(await one(RUN)).toMatchObject({ failed: true, attributes: { "error.type": "DatabaseError" } });
    expect(await one("GetTask")).toMatchObject({
      failed: true,
      attributes: { "rpc.status_code": "-32001", "error.type": "-32001", "a2a.error.reason": "TASK_NOT_FOUND" },
    });
    expect((await one("jsonrpc")).attributes).toMatchObject({ "rpc.method": "_OTHER", "rpc.status_code": "-32601" });
    expect(JSON.stringify(telemetry.spans())).not.toContain("hunter2");
  });
});

describe("metrics", () => {
  it("count and time calls by method and outcome, runs by state", async () => {
    await start(async function* ({ text }) {
      if (text === "no") throw new Error("no");
      yield "yes";
    });
    await server.send("yes");
    await server.send("yes");
    await server.send("no");
    await server.call("GetTask", { id: "nope" });
    const series = await telemetry.metrics();
    const counts = (name: string) =>
      series[name]?.map(({ attributes, value, unit }) => [attributes, (value as { count: number }).count, unit]);
    const call = { "rpc.system.name": "jsonrpc", "gen_ai.agent.name": CARD.name };
    expect(counts("rpc.server.call.duration")).toEqual([
      [{ ...call, "rpc.method": "SendMessage" }, 3, "s"],
      [{ ...call, "rpc.method": "GetTask", "rpc.status_code": "-32001", "error.type": "-32001" }, 1, "s"],
    ]);
    expect(series["rpc.server.call.duration"]?.[0]?.value).toMatchObject({
      buckets: { boundaries: expect.arrayContaining([0.005, 10, 60, 3_600]) },
    });
    const run = { "gen_ai.agent.name": CARD.name };
    expect(counts("a2a.server.run.duration")).toEqual([
      [{ ...run, "a2a.task.state": "TASK_STATE_COMPLETED" }, 2, "s"],
      [{ ...run, "a2a.task.state": "TASK_STATE_FAILED", "error.type": "Error" }, 1, "s"],
    ]);
  });

  it("read how things stand: runs, streams, and the outbox with what was given up", async () => {
    const go = gate();
    const webhook = await startWebhook((_, response) => void response.writeHead(410).end());
    const push = createPushSender({ allow: ["127.0.0.1"] });
    const agent: Agent = async function* () {
      yield "Hello";
      await go.opened;
    };
    const store = createMemoryTaskStore();
    const backlog = vi.spyOn(store.push, "backlog");
    await start(agent, { push, store, limits: { webhookAttempts: 1 } });
    const configuration = { taskPushNotificationConfig: { url: webhook.origin } };
    const frames = await server.stream("SendStreamingMessage", { ...messageOf("go"), configuration });
    await frames.next();
    await until(async () => {
      const series = await telemetry.metrics();
      const value = (name: string) => series[`a2a.server.${name}`]?.[0]?.value;
      expect([value("runs"), value("streams"), value("outbox.pending"), value("outbox.dead")]).toEqual([1, 1, 0, 2]);
      expect(value("outbox.delay")).toBe(0);
    });
    go.open();
    await collect(frames);
    await server.close();
    backlog.mockClear();
    await telemetry.metrics();
    expect(backlog).not.toHaveBeenCalled();
  });
});
