import { cdqGenius } from "@a2akit/protocol/dialects/cdq-genius";
import { moltrust } from "@a2akit/protocol/dialects/moltrust";
import { describe, expect, it } from "vitest";
import { ANONYMOUS } from "../call-context.ts";
import { createA2AHandler } from "../handler.ts";
import { createMemoryTaskStore } from "../stores/memory/memory.ts";
import { CARD, collect, dialectWith, messageOf, type TestOptions, WRITERS } from "../testing/harness.ts";
import { scripted } from "../testing/scripted-steps.ts";
import { startEach } from "../testing/start-each.ts";
import { createFetch } from "./fetch.ts";

const WELL_KNOWN = "/.well-known/agent-card.json";

describe.each(WRITERS)("HTTP over %s", (writer) => {
  const start = startEach(writer);

  it.each([
    ["GET", "/", 405, { allow: "POST" }],
    ["POST", WELL_KNOWN, 405, { allow: "GET, HEAD" }],
    ["GET", "/nowhere", 404, {}],
    ["POST", "/nowhere", 404, {}],
  ])("%s %s is %i with a JSON-RPC body", async (method, path, status, headers) => {
    const { request } = await start();
    const response = await request(path, { method, ...(method === "POST" && { body: "{}" }) });
    expect([response.status, Object.fromEntries(response.headers)]).toMatchObject([status, headers]);
    expect(await response.json()).toMatchObject({ jsonrpc: "2.0", id: null, error: { code: -32600 } });
  });

  it.each([
    ["text/plain", 415],
    ["", 415],
    ["application/json; charset=latin1", 415],
    ["application/json; charset=UTF-8", 200],
    ["application/a2a+json", 200],
  ])("a body of type %j is %i", async (type, status) => {
    const { post } = await start();
    const answer = await post('{"jsonrpc":"2.0","id":1,"method":"ListTasks"}', { "content-type": type });
    expect(answer.status).toBe(status);
    expect(answer.body.error?.data[0].reason).toBe(status === 415 ? "UNSUPPORTED_MEDIA_TYPE" : undefined);
  });

  it("refuses a body whose encoding it would have to undo", async () => {
    const { post } = await start();
    const body = '{"jsonrpc":"2.0","id":1,"method":"ListTasks"}';
    expect((await post(body, { "content-encoding": "gzip" })).status).toBe(415);
    expect((await post(body, { "content-encoding": "identity" })).status).toBe(200);
  });

  it("takes a body up to the limit, and says 413 beyond it", async () => {
    const { post } = await start({ limits: { bodyBytes: 200 } });
    const body = '{"jsonrpc":"2.0","id":1,"method":"ListTasks"}';
    expect((await post(body.padEnd(200))).body.result.totalSize).toBe(0);
    const over = await post(body.padEnd(201));
    expect([over.status, over.body.error.data[0].reason]).toEqual([413, "PAYLOAD_TOO_LARGE"]);
  });

  it("refuses a body that is not UTF-8", async () => {
    const { request } = await start();
    const headers = { "content-type": "application/json", "a2a-version": "1.0" };
    const response = await request("/", { method: "POST", headers, body: new Uint8Array([0x22, 0xff, 0x22]) });
    expect(await response.json()).toMatchObject({ error: { code: -32700 } });
  });

  it("asks who calls before it reads: 401 with a challenge, 403, and an error of the hook that stays inside", async () => {
    const { call, errors } = await start({
      card: { ...CARD, securitySchemes: { key: { httpAuthSecurityScheme: { scheme: "Bearer" } } } },
      authenticate: async ({ header, method, path }) => {
        const credential = header("authorization");
        if (credential === "broken") throw new Error("secret of the hook");
        if (credential === "bob") return { status: 403 };
        return credential === `${method} ${path}` ? ANONYMOUS : { status: 401 };
      },
    });
    const as = (authorization: string) => call("ListTasks", {}, { headers: { authorization } });
    const unknown = await as("x");
    expect([unknown.status, unknown.headers.get("www-authenticate")]).toEqual([401, "Bearer"]);
    expect(unknown.body.error).toMatchObject({ code: -32000, data: [{ reason: "UNAUTHENTICATED" }] });
    expect(await as("bob")).toMatchObject({
      status: 403,
      body: { error: { data: [{ reason: "PERMISSION_DENIED" }] } },
    });
    const broken = await as("broken");
    expect(broken.body.error).toMatchObject({ code: -32603, message: "Internal error" });
    expect(errors.map(String)).toEqual(["Error: secret of the hook"]);
    expect((await as("POST /")).status).toBe(200);
  });

  it("reads the version from header or query, without its patch number (A2A §3.6)", async () => {
    const { request } = await start();
    const code = async (version: string | undefined, query = "") => {
      const headers = { "content-type": "application/json", ...(version !== undefined && { "a2a-version": version }) };
      const body = '{"jsonrpc":"2.0","id":1,"method":"ListTasks"}';
      const response = await request(`/${query}`, { method: "POST", headers, body });
      const answer: unknown = await response.json();
      return answer;
    };
    for (const version of ["1.0", "1.0.1"]) expect(await code(version)).toHaveProperty("result");
    expect(await code(undefined, "?A2A-Version=1.0")).toHaveProperty("result");
    for (const version of ["99.0", "", undefined])
      expect(await code(version)).toMatchObject({ error: { code: -32009 } });
  });

  it("serves the card with a validator, and 304 to who has it (A2A §8.6)", async () => {
    const { request } = await start({ cardMaxAge: 60 });
    const first = await request(WELL_KNOWN);
    const etag = first.headers.get("etag") ?? "";
    expect(first.headers.get("cache-control")).toBe("public, max-age=60");
    expect(await first.json()).toMatchObject({
      ...CARD,
      supportedInterfaces: [{ protocolBinding: "JSONRPC", protocolVersion: "1.0" }],
    });
    const again = async (headers: Record<string, string>, method = "GET") => {
      const response = await request(WELL_KNOWN, { method, headers });
      return [response.status, await response.text()];
    };
    expect(await again({ "if-none-match": `"x", W/${etag}` })).toEqual([304, ""]);
    expect((await again({ "if-none-match": '"x"' }))[0]).toBe(200);
    expect(await again({ "if-modified-since": first.headers.get("last-modified") ?? "" })).toEqual([304, ""]);
    expect(await again({}, "HEAD")).toEqual([200, ""]);
  });

  it("names its public URL: the option, or what a trusted proxy says", async () => {
    const url = async (options: Partial<TestOptions>, headers: Record<string, string>) => {
      const { request, close } = await start(options);
      const card = (await (await request(WELL_KNOWN, { headers })).json()) as {
        supportedInterfaces: { url: string }[];
      };
      await close();
      return card.supportedInterfaces[0]?.url;
    };
    const forwarded = { forwarded: 'for=1.2.3.4;proto=https;host="a.example"', "x-forwarded-host": "b.example" };
    expect(await url({ baseUrl: "https://c.example/team/" }, forwarded)).toBe("https://c.example/team/");
    expect(await url({}, forwarded)).not.toContain("a.example");
    expect(await url({ trustForwarded: true }, forwarded)).toBe("https://a.example/");
    const legacy = { "x-forwarded-proto": "https", "x-forwarded-host": "b.example, c", "x-forwarded-prefix": "/p" };
    expect(await url({ trustForwarded: true }, legacy)).toBe("https://b.example/p/");
    expect(await url({ trustForwarded: true }, { "x-forwarded-host": "evil.example/path?" })).not.toContain("evil");
  });

  it("lets the pages of chosen origins call", async () => {
    const { request } = await start({ cors: { origins: ["https://app.example"], headers: ["X-API-KEY"] } });
    const preflight = await request("/", { method: "OPTIONS", headers: { origin: "https://app.example" } });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get("access-control-allow-headers")).toMatch(/A2A-Version.*X-API-KEY/);
    const of = async (origin: string) => {
      const { headers } = await request(WELL_KNOWN, { headers: { origin } });
      return [headers.get("access-control-allow-origin"), headers.get("vary")];
    };
    expect(await of("https://app.example")).toEqual(["https://app.example", expect.stringMatching(/Host.*Origin/)]);
    expect(await of("https://evil.example")).toEqual([null, expect.stringContaining("Origin")]);
  });

  it("lets them read that there is no agent at a path, too", async () => {
    const { request } = await start({ cors: { origins: ["https://app.example"] } });
    const preflight = await request("/elsewhere", { method: "OPTIONS", headers: { origin: "https://app.example" } });
    expect([preflight.status, preflight.headers.get("access-control-allow-methods")]).toEqual([204, "GET, HEAD, POST"]);
    for (const [origin, allowed] of [
      ["https://app.example", "https://app.example"],
      ["https://evil.example", null],
    ] as const) {
      const missed = await request("/elsewhere", { method: "POST", headers: { origin }, body: "{}" });
      expect([missed.status, missed.headers.get("access-control-allow-origin")]).toEqual([404, allowed]);
      expect(missed.headers.get("vary")).toBe("Origin");
    }
    const silent = await start({});
    const unshared = await silent.request("/elsewhere", { headers: { origin: "https://app.example" } });
    expect([unshared.status, unshared.headers.get("access-control-allow-origin")]).toEqual([404, null]);
  });

  it("answers in the dialect of each mount, over the same tasks", async () => {
    const authenticate: TestOptions["authenticate"] = async () => ANONYMOUS;
    const snake = dialectWith({ resultSpelling: "snake_case", errorStatus: "mapped" });
    const { call, request, send } = await start({
      authenticate,
      mounts: [
        { dialect: dialectWith({}) },
        { path: "/cdq/", dialect: cdqGenius },
        { dialect: moltrust },
        { path: "snake", dialect: snake },
      ],
    });
    const { task } = await send("task:input:q");
    const bare = await call("GetTask", { id: task.id }, { path: "/cdq" });
    expect(bare.body.result).toEqual(task);
    expect((await call("SendMessage", messageOf("message:x"), { path: "/cdq/" })).body.result.parts).toEqual([
      { text: "x" },
    ]);
    expect((await call("ListTasks", {}, { path: "/cdq/" })).body.error.code).toBe(-32601);
    const { message } = messageOf("message:x");
    const wrong = await call(
      "SendMessage",
      { message: { message_id: message.messageId, role: "ROLE_USER", parts: [{ media_type: 1, text: "" }] } },
      { path: "/a2a" },
    );
    expect(wrong.body.error.data[1].fieldViolations[0].field).toBe("message.parts[0].media_type");
    const snaky = await call("GetTask", { id: task.id }, { path: "/snake" });
    expect(snaky.body.result).toMatchObject({
      context_id: task.contextId,
      status: { message: { message_id: expect.any(String) } },
    });
    expect((await call("GetTask", { id: "x" }, { path: "/snake" })).status).toBe(404);
    const flat = await (await request(`/cdq${WELL_KNOWN}`)).json();
    expect(flat).toMatchObject({
      url: expect.stringMatching(/\/cdq$/),
      preferredTransport: "JSONRPC",
      capabilities: { streaming: false },
    });
    expect((await call("CancelTask", { id: task.id }, { path: "/a2a" })).body.result.status.state).toBe(
      "TASK_STATE_CANCELED",
    );
  });

  it("tells of an answer that cannot be written, and says −32603", async () => {
    const { call, errors } = await start({
      card: { ...CARD, capabilities: { extendedAgentCard: true } },
      authenticate: async () => ({ owner: "alice", tenant: "" }),
      extendedCard: () => ({ description: 1n as unknown as string }),
    });
    expect((await call("GetExtendedAgentCard", {}, { id: "x" })).body).toMatchObject({
      id: "x",
      error: { code: -32603, message: "Internal error" },
    });
    expect(errors).toEqual([expect.any(TypeError)]);
  });

  it("tells of a stream that breaks, and does not end it as if it were whole", async () => {
    const store = createMemoryTaskStore();
    // biome-ignore lint/correctness/useYield: reading is what fails
    const entries: typeof store.entries = async function* () {
      throw new Error("disk");
    };
    const { send, stream, errors } = await start({ store: { ...store, entries } });
    const { task } = await send("task:input:q");
    const frames = await stream("SubscribeToTask", { id: task.id });
    await expect(collect(frames)).rejects.toThrow();
    expect(errors.map(String)).toEqual(["Error: disk"]);
  });

  it("puts its public URL into the extended card too", async () => {
    const { call, handler } = await start({
      card: { ...CARD, capabilities: { extendedAgentCard: true } },
      authenticate: async () => ({ owner: "alice", tenant: "" }),
      extendedCard: {},
      trustForwarded: true,
      mounts: [{ path: "/agent", dialect: dialectWith({}) }],
    });
    const forwarded = { forwarded: "proto=https;host=a.example" };
    const want = { result: { supportedInterfaces: [{ url: "https://a.example/agent" }] } };
    expect((await call("GetExtendedAgentCard", {}, { path: "/agent", headers: forwarded })).body).toMatchObject(want);
    const dispatched = await handler.dispatch({
      body: { jsonrpc: "2.0", id: 1, method: "GetExtendedAgentCard" },
      header: (name) => ({ ...forwarded, "a2a-version": "1.0" })[name],
      query: new URLSearchParams(),
      caller: { owner: "alice", tenant: "" },
      signal: () => new AbortController().signal,
    });
    expect(dispatched).toMatchObject({ body: want });
  });

  it("refuses mounts that share a path, and security without anybody to check it", () => {
    const mounts = [{ dialect: dialectWith({}) }, { path: "", dialect: moltrust }];
    expect(() => createA2AHandler({ agent: scripted, card: CARD, mounts })).toThrow(/share the path/);
    expect(() => createA2AHandler({ agent: scripted, card: CARD, mounts: [{ dialect: cdqGenius }] })).toThrow(
      /authenticate/,
    );
    return start();
  });
});

it("several agents share one host", async () => {
  const agents = ["one", "two"].map((name) =>
    createA2AHandler({
      agent: async () => name,
      card: { ...CARD, name },
      mounts: [{ path: name, dialect: dialectWith({}) }],
    }),
  );
  const fetch = createFetch(agents);
  for (const name of ["one", "two"]) {
    const response = await fetch(new Request(`http://host.test/${name}${WELL_KNOWN}`));
    expect(await response.json()).toMatchObject({ name });
  }
  expect((await fetch(new Request("http://host.test/three"))).status).toBe(404);
  await Promise.all(agents.map((agent) => agent.close()));
});

it.each([
  ["POS", "/"],
  ["HEA", WELL_KNOWN],
])("a method is taken by its whole name: %s is 405", async (method, path) => {
  const handler = createA2AHandler({ agent: scripted, card: CARD });
  const response = await handler.fetch(new Request(`http://host.test${path}`, { method }));
  expect(response.status).toBe(405);
  await handler.close();
});
