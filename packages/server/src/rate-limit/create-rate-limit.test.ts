import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ANONYMOUS, type Caller } from "../call-context.ts";
import { messageOf, startServer, WRITERS } from "../testing/harness.ts";
import { scripted } from "../testing/scripted-steps.ts";
import { createRateLimit } from "./create-rate-limit.ts";
import type { RateLimitRequest } from "./rate-limit.ts";

beforeEach(() => vi.useFakeTimers({ toFake: ["Date"] }));
afterEach(() => vi.useRealTimers());

const alice: Caller = { owner: "alice", tenant: "" };
const request = (caller: Caller, address?: string): RateLimitRequest => ({
  caller,
  path: "/",
  header: () => undefined,
  ...(address !== undefined && { peer: { address } }),
});

it("a burst, then a steady rate, for each caller", async () => {
  const limit = createRateLimit({ burst: 3, perMinute: 60 });
  for (let call = 0; call < 3; call++) expect(await limit(request(alice))).toBeUndefined();
  expect(await limit(request(alice))).toEqual({ retryAfter: 1 });
  expect(await limit(request({ owner: "bob", tenant: "" }))).toBeUndefined();
  expect(await limit(request({ owner: "alice", tenant: "t" }))).toBeUndefined();
  vi.advanceTimersByTime(1_000);
  expect(await limit(request(alice))).toBeUndefined();
  expect(await limit(request(alice))).toEqual({ retryAfter: 1 });
});

it("who is anonymous counts by address; no caller's name is that of an address", async () => {
  const limit = createRateLimit({ burst: 1, perMinute: 1 });
  expect(await limit(request(ANONYMOUS, "192.0.2.1"))).toBeUndefined();
  expect(await limit(request(ANONYMOUS, "192.0.2.2"))).toBeUndefined();
  expect(await limit(request(ANONYMOUS, "192.0.2.1"))).toEqual({ retryAfter: 60 });
  expect(await limit(request({ owner: "address 192.0.2.1", tenant: "" }))).toBeUndefined();
  expect(await limit(request(ANONYMOUS))).toBeUndefined();
  expect(await limit(request(ANONYMOUS))).toEqual({ retryAfter: 60 });
});

it("counts by the key that an option makes of request and address", async () => {
  const limit = createRateLimit({ burst: 1, key: ({ path }, address) => `${path} ${address}` });
  expect(await limit(request(alice, "192.0.2.1"))).toBeUndefined();
  expect(await limit(request({ owner: "bob", tenant: "" }, "192.0.2.1"))).toEqual({ retryAfter: 0.1 });
});

it.each([{ burst: 0 }, { perMinute: 0 }, { callers: 0 }])("refuses %o", (options) => {
  expect(() => createRateLimit(options)).toThrow(RangeError);
});

describe.each(WRITERS)("over %s", (writer) => {
  it("too much is 429, with the time to come back, in header and body; nothing is read or run", async () => {
    const server = await startServer(writer, {
      agent: scripted,
      authenticate: async ({ header }) => ({ owner: header("x-user") ?? "", tenant: "" }),
      rateLimit: createRateLimit({ burst: 1, perMinute: 2 }),
    });
    const as = (user: string) => server.call("SendMessage", messageOf("task:input:q"), { headers: { "x-user": user } });
    expect((await as("alice")).status).toBe(200);
    const { status, headers, body } = await as("alice");
    expect([status, headers.get("retry-after"), headers.get("content-type")]).toEqual([429, "30", "application/json"]);
    expect(body).toEqual({
      jsonrpc: "2.0",
      id: null,
      error: {
        code: -32000,
        message: "Too many requests",
        data: [
          expect.objectContaining({ reason: "RESOURCE_EXHAUSTED" }),
          { "@type": "type.googleapis.com/google.rpc.RetryInfo", retryDelay: "30s" },
        ],
      },
    });
    expect((await server.post("no JSON", { "x-user": "alice" })).status).toBe(429);
    expect((await as("bob")).status).toBe(200);
    expect((await server.request("/.well-known/agent-card.json")).status).toBe(200);
    await server.close();
  });

  it("a hook that fails is an internal error, and nobody is let through", async () => {
    const rateLimit = async () => {
      throw new Error("secret of the hook");
    };
    const server = await startServer(writer, { agent: scripted, rateLimit });
    expect((await server.call("ListTasks")).body.error).toMatchObject({ code: -32603, message: "Internal error" });
    expect(server.errors.map(String)).toEqual(["Error: secret of the hook"]);
    await server.close();
  });
});
