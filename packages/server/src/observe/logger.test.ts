import { Writable } from "node:stream";
import { pino } from "pino";
import { afterEach, describe, expect, it, vi } from "vitest";
import { createPushSender } from "../adapters/node.ts";
import { createA2AHandler } from "../handler.ts";
import { collect, messageOf, startServer, type TestOptions, type TestServer } from "../testing/harness.ts";
import { until } from "../testing/until.ts";
import { startWebhook } from "../testing/webhook.ts";

type Line = Record<string, unknown> & { readonly msg: string; readonly level: string };

let server: TestServer;
let lines: Line[];
afterEach(() => server.close());

async function start(options: TestOptions): Promise<void> {
  lines = [];
  const stream = new Writable({
    write(chunk, _, done) {
      lines.push(JSON.parse(chunk));
      done();
    },
  });
  const formatters = { level: (level: string) => ({ level }) };
  const logger = pino({ level: "debug", base: null, timestamp: false, formatters }, stream);
  server = await startServer("node", { logger, ...options });
}

const said = (msg: string): Line[] => lines.filter((line) => line.msg === msg);
const authenticate: TestOptions["authenticate"] = async ({ header }) =>
  header("authorization") === "Bearer a" ? { owner: "alice", tenant: "acme" } : { status: 401 };
const headers = { authorization: "Bearer a" };

describe("the log", () => {
  it("has a line per request and run: who, what, which task, how it ended", async () => {
    await start({
      authenticate,
      agent: async function* () {
        yield "Hello";
      },
    });
    const { body } = await server.call("SendMessage", messageOf("go"), { headers });
    const { id: taskId, contextId } = body.result.task;
    const known = { taskId, contextId, owner: "alice", tenant: "acme", durationMs: expect.any(Number) };
    await until(() => expect(said("run ended")).toHaveLength(1));
    expect(said("run ended")).toEqual([
      { ...known, level: "info", msg: "run ended", kind: "task", state: "TASK_STATE_COMPLETED", attempt: 1 },
    ]);
    expect(said("request")).toEqual([
      {
        ...known,
        level: "info",
        msg: "request",
        method: "SendMessage",
        path: "/",
        dialect: "a2a",
        peer: "127.0.0.1",
        status: 200,
      },
    ]);
  });

  it("says of a stream when it opens, and when it closes", async () => {
    await start({
      agent: async function* () {
        yield "Hello";
      },
    });
    await collect(await server.stream("SendStreamingMessage", messageOf("go")));
    await until(() => expect(said("stream closed")).toHaveLength(1));
    expect(said("stream opened")).toMatchObject([{ level: "debug", method: "SendStreamingMessage" }]);
    expect(said("stream closed")).toMatchObject([{ level: "info", frames: 3, status: 200 }]);
    expect(said("request")).toEqual([]);
  });

  it("warns of who is refused, and tells the reason of every error", async () => {
    await start({ authenticate, agent: async () => "ok" });
    await server.call("SendMessage", messageOf("go"));
    await server.call("GetTask", { id: "nope" }, { headers });
    await server.call("Nonsense", {}, { headers });
    expect(said("request")).toMatchObject([
      { level: "warn", status: 401, code: -32000, reason: "UNAUTHENTICATED" },
      { level: "info", status: 200, code: -32001, reason: "TASK_NOT_FOUND", method: "GetTask", taskId: "nope" },
      { level: "info", code: -32601, owner: "alice" },
    ]);
    expect(said("request").map(({ method }) => method)).toEqual([undefined, "GetTask", undefined]);
  });

  it("has what was refused before it was read: no JSON, too large, while closing", async () => {
    await start({ authenticate, agent: async () => "ok", limits: { bodyBytes: 300 } });
    await server.post("{", headers);
    await server.call("SendMessage", messageOf("x".repeat(300)), { headers });
    await server.handler.close();
    await server.call("SendMessage", messageOf("go"), { headers });
    expect(said("request")).toMatchObject([
      { level: "info", status: 200, code: -32700, owner: "alice" },
      { level: "warn", status: 413, reason: "PAYLOAD_TOO_LARGE", owner: "alice" },
      { level: "warn", status: 503, reason: "UNAVAILABLE" },
    ]);
  });

  it("has errors whole, under err, and the run that they ended", async () => {
    await start({
      agent: async () => {
        throw new Error("the database is on fire");
      },
    });
    await server.send("go");
    const about = { taskId: expect.any(String) };
    await until(() => expect(said("run ended")).toHaveLength(1));
    expect(said("the database is on fire")).toMatchObject([
      { level: "error", err: { message: "the database is on fire", stack: expect.any(String) }, ...about },
    ]);
    expect(said("run ended")).toMatchObject([{ level: "error", state: "TASK_STATE_FAILED", ...about }]);
  });

  it("has a line per attempt to deliver to a webhook", async () => {
    const statuses = [500, 204, 204, 204];
    const webhook = await startWebhook((_, response) => void response.writeHead(statuses.shift() ?? 204).end());
    await start({
      push: createPushSender({ allow: ["127.0.0.1"] }),
      timing: { webhookBackoff: 1 },
      agent: async function* () {
        yield "Hello";
      },
    });
    await server.send("go", {}, { taskPushNotificationConfig: { url: `${webhook.origin}/hook?secret=1` } });
    await until(() => expect(said("webhook")).toHaveLength(4));
    const host = `127.0.0.1:${webhook.port}`;
    expect(said("webhook").map(({ level, outcome, status, attempt }) => [level, outcome, status, attempt])).toEqual([
      ["warn", "retry", 500, 1],
      ["debug", "delivered", 204, 2],
      ["debug", "delivered", 204, 1],
      ["debug", "delivered", 204, 1],
    ]);
    expect(said("webhook")[0]).toMatchObject({ host, reason: "HTTP 500", webhookId: expect.any(String) });
  });
});

it("without a logger, nothing is written; without onError, errors go to the logger and not to the console", async () => {
  const console_ = vi.spyOn(console, "error").mockImplementation(() => {});
  const card = { name: "n", description: "d", version: "1" };
  const errors: unknown[] = [];
  const logger = { debug() {}, info() {}, warn() {}, error: (fields: object) => void errors.push(fields) };
  const fail = async (): Promise<string> => {
    throw new Error("x");
  };
  const post = (handler: { fetch(request: Request): Promise<Response> }) =>
    handler.fetch(
      new Request("http://agent.test/", {
        method: "POST",
        headers: { "content-type": "application/json", "a2a-version": "1.0" },
        body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "SendMessage", params: messageOf("go") }),
      }),
    );
  const quiet = createA2AHandler({ card, agent: fail, logger });
  await post(quiet);
  expect(console_).not.toHaveBeenCalled();
  expect(errors).toContainEqual(expect.objectContaining({ err: expect.any(Error) }));
  const loud = createA2AHandler({ card, agent: fail });
  await post(loud);
  expect(console_).toHaveBeenCalledTimes(1);
  console_.mockRestore();
  await Promise.all([quiet.close(), loud.close()]);
});
