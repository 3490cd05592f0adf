import { cdqGenius } from "@a2akit/protocol/dialects/cdq-genius";
import { describe, expect, test } from "vitest";
import { bearer } from "./auth/bearer.ts";
import { connect } from "./connect.ts";
import { fakeFetch, succeed, testCard, toArray } from "./fixtures.test-helper.ts";
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
      order.push(`${name} ${call.headers.authorization}`);
      const reply = await next({
        ...call,
        headers: { ...call.headers, "x-trace": `${call.headers["x-trace"] ?? ""}${name}` },
      });
      order.push(name);
      return reply;
    };
  await connect(resolved, { fetch, auth: bearer("t"), interceptors: [trace("a"), trace("b")] }).getTask({ id: "t" });
  expect(order).toEqual(["a Bearer t", "b Bearer t", "b", "a"]);
  expect(requests[0]?.headers["x-trace"]).toBe("ab");

  const answer: Interceptor = async () => ({ kind: "result", headers: new Headers(), result: { id: "cached" } });
  expect(await connect(resolved, { fetch, interceptors: [answer] }).getTask({ id: "t" })).toEqual({ id: "cached" });
  expect(requests).toHaveLength(1);
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
