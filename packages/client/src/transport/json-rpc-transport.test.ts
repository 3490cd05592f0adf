import { TransportError } from "@a2akit/protocol";
import { a2a } from "@a2akit/protocol/dialects/a2a";
import { moltrust } from "@a2akit/protocol/dialects/moltrust";
import type { StreamResponse } from "@a2akit/types";
import { describe, expect, test } from "vitest";
import { fakeFetch, type Recorded, succeed, toArray } from "../fixtures.test-helper.ts";
import type { Fetch } from "./fetch.ts";
import { createJsonRpcTransport } from "./json-rpc-transport.ts";
import type { OutgoingCall } from "./transport.ts";

const limits = { maxResponseBytes: 1_000, maxEventBytes: 300 };
const get: OutgoingCall = {
  method: "GetTask",
  params: { id: "t", historyLength: 2 },
  url: "https://agent.example/rpc",
  headers: { "a2a-version": "1.0" },
  signal: new AbortController().signal,
};
const stream: OutgoingCall = { ...get, method: "SubscribeToTask", params: { id: "t" } };
const task = { id: "t", status: { state: "TASK_STATE_COMPLETED" } };

function transportTo(respond: (request: Recorded) => unknown, dialect: typeof a2a | typeof moltrust = a2a) {
  const { fetch, requests } = fakeFetch(respond);
  return { transport: createJsonRpcTransport({ dialect, fetch, ...limits }), requests };
}

function eventStream(text: string): Response {
  return new Response(text, { headers: { "content-type": "text/event-stream; charset=utf-8" } });
}

/** All events of a stream, as a caller sees them. */
async function collect(respond: (request: Recorded) => unknown) {
  const reply = await transportTo(respond).transport(stream);
  if (reply.kind === "result") return reply.result;
  return (await toArray(reply.events)).flatMap((batch) => [...batch]);
}

describe("a unary call", () => {
  test("is a JSON-RPC request over POST with an id of its own", async () => {
    const { transport, requests } = transportTo(succeed(task));
    expect(await transport(get)).toMatchObject({ kind: "result", result: task });
    await transport(get);
    const [first, second] = requests;
    expect(first).toEqual({
      url: get.url,
      headers: { accept: "application/json", "content-type": "application/json", "a2a-version": "1.0" },
      body: { jsonrpc: "2.0", id: first?.body.id, method: "GetTask", params: get.params },
    });
    expect(second?.body.id).not.toBe(first?.body.id);
  });

  test("is written in the spelling of the dialect, and read in any", async () => {
    const { transport, requests } = transportTo(succeed({ id: "t", context_id: "c", status: { state: 3 } }), moltrust);
    expect(await transport(get)).toMatchObject({
      result: { id: "t", contextId: "c", status: { state: "TASK_STATE_COMPLETED" } },
    });
    expect(requests[0]?.body.params).toEqual({ id: "t", history_length: 2 });
  });
});

describe("what an agent may answer wrongly", () => {
  const json = (text: string, status = 200) =>
    new Response(text, { status, headers: { "content-type": "application/json" } });
  const error = { code: -32001, message: "Task not found" };

  test.each([
    [
      "an error of the protocol",
      ({ body }: Recorded) => ({ jsonrpc: "2.0", id: body.id, error }),
      { name: "TaskNotFoundError" },
    ],
    [
      "the same with an HTTP status",
      ({ body }: Recorded) => Response.json({ jsonrpc: "2.0", id: body.id, error }, { status: 404 }),
      { name: "TaskNotFoundError", code: -32001 },
    ],
    ["another id", () => ({ jsonrpc: "2.0", id: 999, result: task }), { name: "TransportError" }],
    ["neither result nor error", ({ body }: Recorded) => ({ jsonrpc: "2.0", id: body.id }), { name: "TransportError" }],
    [
      "JSON that is cut",
      () => json('{"jsonrpc":"2.0","id":1,"resu'),
      { name: "TransportError", body: '{"jsonrpc":"2.0","id":1,"resu' },
    ],
    [
      "too much",
      () => json(JSON.stringify("x".repeat(1_000))),
      { name: "TransportError", message: "The body is larger than 1000 bytes" },
    ],
    [
      "a page",
      () => new Response("<html>", { headers: { "content-type": "text/html" } }),
      { name: "TransportError", status: 200, body: "<html>" },
    ],
    [
      "a failure of its proxy",
      () => new Response("down", { status: 503, headers: { "retry-after": "2" } }),
      { name: "TransportError", status: 503, retryAfter: 2_000, body: "down" },
    ],
    [
      "the same in what only says to be JSON",
      () => new Response("", { status: 503, headers: { "retry-after": "2", "content-type": "application/json" } }),
      { name: "TransportError", status: 503, retryAfter: 2_000, body: "" },
    ],
    [
      "a redirect",
      () => new Response(null, { status: 307, headers: { location: "https://evil.example/" } }),
      { name: "TransportError", status: 307, message: "No JSON from GetTask: HTTP 307 to https://evil.example/" },
    ],
    [
      "a stream",
      () => eventStream("data: {}\n\n"),
      { name: "TransportError", message: "GetTask was answered with a stream" },
    ],
  ])("%s", async (_, respond, want) => {
    await expect(transportTo(respond).transport(get)).rejects.toMatchObject(want);
  });

  test("nothing at all: the message says why", async () => {
    const fetch = () => Promise.reject(new TypeError("fetch failed", { cause: new Error("connect ECONNREFUSED") }));
    const failure = createJsonRpcTransport({ dialect: a2a, fetch, ...limits })(get);
    await expect(failure).rejects.toThrow(TransportError);
    await expect(failure).rejects.toThrow("Cannot reach https://agent.example: connect ECONNREFUSED");
  });
});

describe("what is no failure of the network is not called one", () => {
  const call = (fetch: Fetch, params: object = get.params) =>
    createJsonRpcTransport({ dialect: a2a, fetch, ...limits })({ ...get, params });

  test("a fault of the code behind fetch stays what it is", async () => {
    const fault = new RangeError("fault");
    await expect(call(() => Promise.reject(fault))).rejects.toBe(fault);
  });

  test("params that are no JSON are a TypeError", async () => {
    await expect(call(async () => Response.json({}), { id: 1n })).rejects.toThrow(TypeError);
  });

  test("an abort, before the answer and within it", async () => {
    for (const respond of [
      (signal: AbortSignal) => Promise.reject(signal.reason),
      async () => new Response(new ReadableStream(), { headers: { "content-type": "application/json" } }),
    ]) {
      const controller = new AbortController();
      const fetch: Fetch = ({ signal }) => {
        queueMicrotask(() => controller.abort("enough"));
        signal.addEventListener("abort", () => {});
        return respond(controller.signal);
      };
      const transport = createJsonRpcTransport({ dialect: a2a, fetch, ...limits });
      await expect(transport({ ...get, signal: controller.signal })).rejects.toBe("enough");
    }
  });
});

test("a body that breaks off says so, in unary and stream", async () => {
  const broken = (type: string) => {
    const body = new ReadableStream({ pull: (controller) => controller.error(new Error("reset by peer")) });
    return new Response(body, { headers: { "content-type": type } });
  };
  const want = { name: "TransportError", message: "Lost the connection to https://agent.example: reset by peer" };
  await expect(transportTo(() => broken("application/json")).transport(get)).rejects.toMatchObject(want);
  await expect(collect(() => broken("text/event-stream"))).rejects.toMatchObject(want);
});

describe("a stream", () => {
  const status = { taskId: "t", contextId: "c", status: task.status };
  const frame = (id: number, result: unknown) => `data: ${JSON.stringify({ jsonrpc: "2.0", id, result })}\n\n`;

  test("gives its events with their ids", async () => {
    const events = await collect(({ body: { id } }) =>
      eventStream(`: hi\n\n${frame(id, { task })}id: 7\n${frame(id, { statusUpdate: status })}`),
    );
    expect(events).toEqual([{ value: { task } }, { id: "7", value: { statusUpdate: status } }]);
  });

  test("an error before it comes as JSON", async () => {
    const respond = ({ body: { id } }: Recorded) => ({ jsonrpc: "2.0", id, error: { code: -32004, message: "No" } });
    await expect(collect(respond)).rejects.toMatchObject({ name: "UnsupportedOperationError" });
  });

  test("an error within it ends it, after what came before", async () => {
    const seen: StreamResponse[] = [];
    const { transport } = transportTo(({ body: { id } }) =>
      eventStream(
        `${frame(id, { task })}data: {"jsonrpc":"2.0","id":${id},"error":{"code":-32603,"message":"Broken"}}\n\n`,
      ),
    );
    const reply = await transport(stream);
    if (reply.kind !== "events") throw new Error("Not a stream");
    const read = async () => {
      for await (const batch of reply.events) for (const { value } of batch) seen.push(value);
    };
    await expect(read()).rejects.toMatchObject({ name: "InternalError" });
    expect(seen).toEqual([{ task }]);
  });

  test("a single result in JSON is that", async () => {
    expect(await collect(succeed({ task }))).toEqual({ task });
  });

  test.each([
    ["an event that is not JSON", () => "data: {\n\n", "An event of the stream is not JSON"],
    ["an event for another request", () => frame(999, { task }), /for request 999/],
    [
      "an event beyond the limit",
      (id: number) => frame(id, { task: { ...task, metadata: { x: "x".repeat(300) } } }),
      /300/,
    ],
  ])("%s", async (_, text, message) => {
    const failure = collect(({ body: { id } }) => eventStream(text(id)));
    await expect(failure).rejects.toThrow(TransportError);
    await expect(failure).rejects.toThrow(message);
  });
});
