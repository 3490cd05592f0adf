import { cdqGenius } from "@a2akit/protocol/dialects/cdq-genius";
import { describe, expect, test, vi } from "vitest";
import { bearer } from "./auth/bearer.ts";
import { connect } from "./connect.ts";
import { fakeFetch, frames, succeed, testCard, toArray } from "./fixtures.test-helper.ts";
import { EVENT_LOG_EXTENSION } from "./stream/event-log.ts";
import { STREAM_GRACE } from "./stream/follow-events.ts";
import type { Interceptor } from "./transport/transport.ts";

const task = { id: "t", status: { state: "TASK_STATE_COMPLETED" } };
const resolved = { card: testCard(), shape: "interfaces" } as const;

describe("every call", () => {
  test("states the version (A2A §3.6.1), and the headers of the client and of the call, which wins", async () => {
    const { fetch, requests } = fakeFetch(succeed(task));
    const client = connect(resolved, { fetch, headers: { "X-One": "1", "X-Two": "2" } });
    await client.getTask({ id: "t" }, { headers: { "x-two": "3" }, extensions: ["urn:a", "urn:b"] });
    expect(requests[0]?.headers).toMatchObject({
      "a2a-version": "1.0",
      "x-one": "1",
      "x-two": "3",
      "a2a-extensions": "urn:a, urn:b",
    });
  });

  test("asks for the extensions of the client, of the call and of a stream, and for those that headers name", async () => {
    const { fetch, requests } = fakeFetch((request) => frames(request, { task }));
    const client = connect(resolved, { fetch, extensions: ["urn:client"] });
    await toArray(client.stream("hi"));
    await toArray(client.stream("hi", { extensions: ["urn:call"] }));
    const named = connect(resolved, { fetch, headers: { "A2A-Extensions": "urn:header" } });
    await toArray(named.stream("hi"));
    await toArray(named.stream("hi", { headers: { "a2a-extensions": "urn:other" } }));
    expect(requests.map(({ headers }) => headers["a2a-extensions"])).toEqual([
      `urn:client, ${EVENT_LOG_EXTENSION}`,
      `urn:client, urn:call, ${EVENT_LOG_EXTENSION}`,
      `urn:header, ${EVENT_LOG_EXTENSION}`,
      `urn:other, ${EVENT_LOG_EXTENSION}`,
    ]);
  });

  test("does not go out with a header that cannot be sent, nor is it tried again", async () => {
    const { fetch, requests } = fakeFetch(succeed(task));
    expect(() => connect(resolved, { fetch, headers: { "no name": "x" } })).toThrow(TypeError);
    const client = connect(resolved, { fetch });
    await expect(client.getTask({ id: "t" }, { headers: { "x-name": "a\nb" } })).rejects.toThrow(TypeError);
    expect(requests).toEqual([]);
  });

  test("of a method that there is not says which there are", async () => {
    const client = connect(resolved, { fetch: fakeFetch(succeed(task)).fetch });
    for (const method of ["FetchTask", "constructor"]) {
      // @ts-expect-error there is no such method
      await expect(client.call(method, {})).rejects.toMatchObject({
        name: "MethodNotFoundError",
        message: expect.stringContaining(`has no ${method}; it has: SendMessage,`),
      });
    }
  });

  test("carries the tenant of the interface, when it has one (A2A §8.3.2)", async () => {
    const { fetch, requests } = fakeFetch(succeed(task));
    const [entry] = testCard().supportedInterfaces;
    if (!entry) throw new Error("The card has an interface");
    const card = testCard({ supportedInterfaces: [{ ...entry, tenant: "acme" }] });
    await connect({ ...resolved, card }, { fetch }).getTask({ id: "t" });
    await connect(resolved, { fetch }).getTask({ id: "t" });
    expect(requests.map(({ body }) => body.params)).toEqual([{ tenant: "acme", id: "t" }, { id: "t" }]);
  });

  test("fails before the network where dialect or capability lack it", async () => {
    const { fetch, requests } = fakeFetch(succeed(task));
    const client = connect({ card: testCard({ capabilities: {} }), shape: "flat" }, { fetch, dialects: [cdqGenius] });
    await expect(client.listTasks({})).rejects.toMatchObject({ name: "MethodNotFoundError" });
    await expect(toArray(client.stream("hi"))).rejects.toMatchObject({ name: "MethodNotFoundError" });
    expect(client.supports("ListTasks")).toBe(false);
    expect(client.supports("GetTask")).toBe(true);
    expect(requests).toEqual([]);
  });

  test("ends with the signal of the call or of the client, before the network too", async () => {
    const { fetch, requests } = fakeFetch(succeed(task));
    const controller = new AbortController();
    controller.abort("enough");
    await expect(connect(resolved, { fetch }).getTask({ id: "t" }, { signal: controller.signal })).rejects.toBe(
      "enough",
    );
    await expect(connect(resolved, { fetch, signal: controller.signal }).getTask({ id: "t" })).rejects.toBe("enough");
    expect(requests).toEqual([]);
  });

  test("ends with the signal of the client while it waits to be tried again, though it has one of its own", async () => {
    for (const ending of ["client", "call"]) {
      const controllers = { client: new AbortController(), call: new AbortController() };
      const { fetch } = fakeFetch(() => {
        setTimeout(() => controllers[ending as "client" | "call"].abort(ending));
        return new Response("", { status: 503, headers: { "retry-after": "30" } });
      });
      const client = connect(resolved, { fetch, signal: controllers.client.signal });
      await expect(client.getTask({ id: "t" }, { signal: controllers.call.signal })).rejects.toBe(ending);
    }
  });

  test("is tried again where an error of the protocol comes with a status that says later, if it only reads", async () => {
    const { fetch, requests } = fakeFetch((request) =>
      requests.length % 2 === 1
        ? Response.json(
            { jsonrpc: "2.0", id: request.body.id, error: { code: -32000, message: "Too much at a time" } },
            { status: 429, headers: { "retry-after": "0" } },
          )
        : succeed(task)(request),
    );
    const client = connect(resolved, { fetch, retry: { delay: 0 } });
    expect(await client.getTask({ id: "t" })).toEqual(task);
    expect(requests).toHaveLength(2);
    await expect(client.send("hi")).rejects.toMatchObject({
      message: "Too much at a time",
      status: 429,
      retryAfter: 0,
    });
    expect(requests).toHaveLength(3);
  });

  test("ends with its timeout", async () => {
    const fetch = ({ signal }: Request) =>
      new Promise<Response>((_, reject) => {
        signal.addEventListener("abort", () => reject(signal.reason));
      });
    await expect(connect(resolved, { fetch }).getTask({ id: "t" }, { timeout: 1 })).rejects.toMatchObject({
      name: "TransportError",
      message: "No answer within 1 ms",
    });
  });
});

test("send and stream make a message of text or parts, with an id of its own", async () => {
  const { fetch, requests } = fakeFetch(succeed({ task }));
  const client = connect(resolved, { fetch });
  await client.send("hi", {
    taskId: "t",
    contextId: "c",
    metadata: { a: 1 },
    configuration: { returnImmediately: true },
  });
  await client.send([{ text: "one" }, { data: null }]);
  await toArray(client.stream({ url: "https://h/f" }, { message: { messageId: "mine" } }));
  const [first, second, third] = requests.map(({ body }) => body);
  expect(first).toMatchObject({
    method: "SendMessage",
    params: {
      message: {
        role: "ROLE_USER",
        parts: [{ text: "hi" }],
        taskId: "t",
        contextId: "c",
        messageId: expect.stringMatching(/^[\da-f-]{36}$/),
      },
      metadata: { a: 1 },
      configuration: { returnImmediately: true },
    },
  });
  expect(second?.params).toEqual({
    message: { role: "ROLE_USER", parts: [{ text: "one" }, { data: null }], messageId: expect.any(String) },
  });
  expect(third).toMatchObject({
    method: "SendStreamingMessage",
    params: { message: { messageId: "mine", parts: [{ url: "https://h/f" }] } },
  });
});

test("interceptors wrap each other; each may change the call, look at the reply, or answer itself", async () => {
  const { fetch, requests } = fakeFetch(succeed(task));
  const order: string[] = [];
  const trace =
    (name: string): Interceptor =>
    async (call, next) => {
      order.push(name);
      const reply = await next({
        ...call,
        headers: { ...call.headers, "x-trace": `${call.headers["x-trace"] ?? ""}${name}` },
      });
      order.push(name);
      return reply;
    };
  await connect(resolved, { fetch, auth: bearer("t"), interceptors: [trace("a"), trace("b")] }).getTask({ id: "t" });
  expect(order).toEqual(["a", "b", "b", "a"]);
  expect(requests[0]?.headers).toMatchObject({ "x-trace": "ab", authorization: "Bearer t" });

  const answer: Interceptor = async () => ({ kind: "result", headers: new Headers(), result: { id: "cached" } });
  expect(await connect(resolved, { fetch, interceptors: [answer] }).getTask({ id: "t" })).toEqual({ id: "cached" });
  expect(requests).toHaveLength(1);
});

test("credentials do not go where an interceptor sends a call", async () => {
  const { fetch, requests } = fakeFetch(succeed(task));
  const elsewhere: Interceptor = (call, next) => next({ ...call, url: "https://other.example/rpc" });
  await connect(resolved, { fetch, auth: bearer("t"), interceptors: [elsewhere] }).getTask({ id: "t" });
  expect(requests).toMatchObject([{ url: "https://other.example/rpc" }]);
  expect(requests[0]?.headers).not.toHaveProperty("authorization");
});

test("a stream that its agent does not close after the task has ended is closed", async () => {
  vi.useFakeTimers();
  try {
    let cancelled = false;
    const { fetch } = fakeFetch(({ body: { id } }) => {
      const text = `data: ${JSON.stringify({ jsonrpc: "2.0", id, result: { task } })}\n\n`;
      const open = new ReadableStream({
        start: (controller) => controller.enqueue(new TextEncoder().encode(text)),
        cancel: () => {
          cancelled = true;
        },
      });
      return new Response(open, { headers: { "content-type": "text/event-stream" } });
    });
    for (const options of [{}, { signal: new AbortController().signal }]) {
      const events = toArray(connect(resolved, { fetch }).stream("hi", options));
      // The keep-alive comments of an agent would not keep it open either.
      await vi.advanceTimersByTimeAsync(STREAM_GRACE);
      expect(await events).toEqual([{ task }]);
      expect({ cancelled, timers: vi.getTimerCount() }).toEqual({ cancelled: true, timers: 0 });
    }
  } finally {
    vi.useRealTimers();
  }
});

test("leaving the loop ends the request", async () => {
  let cancelled = false;
  const { fetch } = fakeFetch(({ body: { id } }) => {
    const frame = new TextEncoder().encode(`data: ${JSON.stringify({ jsonrpc: "2.0", id, result: { task } })}\n\n`);
    const endless = new ReadableStream({
      pull: (controller) => controller.enqueue(frame),
      cancel: () => {
        cancelled = true;
      },
    });
    return new Response(endless, { headers: { "content-type": "text/event-stream" } });
  });
  for await (const event of connect(resolved, { fetch }).subscribeToTask({ id: "t" })) {
    expect(event).toEqual({ task });
    break;
  }
  expect(cancelled).toBe(true);
});
