import { once } from "node:events";
import { request as httpRequest } from "node:http";
import { gunzipSync, gzipSync } from "node:zlib";
import { parseEvents } from "@a2akit/protocol";
import express from "express";
import { describe, expect, it, onTestFinished } from "vitest";
import { type A2AHandler, createA2AHandler, type HandlerOptions } from "../handler.ts";
import { express4, FRAMEWORKS, listen, startConnect } from "../testing/frameworks.ts";
import { CARD, gate, messageOf } from "../testing/harness.ts";
import { createExpressHandlers } from "./express.ts";

const HEADERS = { "content-type": "application/json", "a2a-version": "1.0" };
const envelope = (text: string, method = "SendMessage"): string =>
  JSON.stringify({ jsonrpc: "2.0", id: 1, method, params: messageOf(text) });
const CARD_PATH = "/.well-known/agent-card.json";

const agentOf = (options: Partial<HandlerOptions> = {}): A2AHandler => {
  const handler = createA2AHandler({
    card: CARD,
    agent: async ({ text }) => text,
    timing: { closeGrace: 0 },
    ...options,
  });
  onTestFinished(() => handler.close());
  return handler;
};

async function post(url: string, body: string | Uint8Array<ArrayBuffer>, headers: object = {}) {
  const response = await fetch(url, { method: "POST", headers: { ...HEADERS, ...headers }, body });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: JSON.parse(text) };
}

describe.each(FRAMEWORKS)("%s", (_, start) => {
  it("has several agents under prefixes, each with its card; other paths are the framework's", async () => {
    const agents = { "/one": agentOf(), "/deep/two": agentOf({ agent: async () => "two" }) };
    const origin = await start(agents);
    for (const prefix of Object.keys(agents)) {
      const card = JSON.parse(await (await fetch(origin + prefix + CARD_PATH)).text());
      expect(card.supportedInterfaces[0].url).toBe(`${origin}${prefix}/`);
    }
    expect((await post(`${origin}/one`, envelope("hi"))).body.result.message.parts).toEqual([{ text: "hi" }]);
    expect((await post(`${origin}/deep/two/`, envelope("hi"))).body.result.message.parts).toEqual([{ text: "two" }]);
    const elsewhere = await fetch(`${origin}/one/elsewhere`);
    expect([elsewhere.status, (await elsewhere.text()).includes("jsonrpc")]).toEqual([404, false]);
    expect((await fetch(`${origin}/one`)).status).toBe(405);
  });

  it("answers what is wrong with a body as JSON-RPC", async () => {
    const origin = await start({ "/": agentOf({ limits: { bodyBytes: 500 } }) });
    expect(await post(origin, "{")).toMatchObject({ status: 200, body: { error: { code: -32700 } } });
    expect(await post(origin, envelope("x".repeat(500)))).toMatchObject({ status: 413, body: { error: {} } });
    const xml = { "content-type": "application/xml" };
    expect(await post(origin, "<a/>", xml)).toMatchObject({ status: 415, body: { error: {} } });
    expect(await post(origin, envelope("x"), { "content-encoding": "gzip" })).toMatchObject({ status: 415 });
  });

  it("sends the frames of a stream one by one, also through compression; JSON may be compressed", async () => {
    const first = gate();
    const agent: HandlerOptions["agent"] = async function* ({ working }) {
      yield working("now");
      await first.opened;
      yield "later";
    };
    const origin = await start({ "/": agentOf({ agent }) }, { compress: true });
    const body = envelope("go", "SendStreamingMessage");
    const response = await fetch(origin, { method: "POST", headers: { ...HEADERS, "accept-encoding": "gzip" }, body });
    expect(response.headers.get("content-encoding")).toBeNull();
    expect(response.headers.get("cache-control")).toContain("no-transform");
    if (response.body === null) throw new Error("no body");
    const kinds: string[] = [];
    for await (const { data } of parseEvents(response.body)) {
      kinds.push(...Object.keys(JSON.parse(data).result));
      if (kinds.length === 2) first.open();
    }
    expect(kinds).toEqual(["task", "statusUpdate", "artifactUpdate", "statusUpdate"]);
    const card = httpRequest(`${origin}${CARD_PATH}`, { headers: { "accept-encoding": "gzip" } }).end();
    const [answer] = await once(card, "response");
    const chunks: Buffer[] = [];
    for await (const chunk of answer) chunks.push(chunk);
    expect(answer.headers["content-encoding"]).toBe("gzip");
    expect(JSON.parse(gunzipSync(Buffer.concat(chunks)).toString()).name).toBe(CARD.name);
  });

  it("believes a proxy where the framework is told to, and nowhere else", async () => {
    const peers: (string | undefined)[] = [];
    const authenticate: HandlerOptions["authenticate"] = async ({ peer }) => {
      peers.push(peer?.address);
      return { owner: "o", tenant: "" };
    };
    const headers = {
      "x-forwarded-proto": "https",
      "x-forwarded-host": "agents.example:8443",
      "x-forwarded-for": "203.0.113.7",
    };
    for (const trustProxy of [false, true]) {
      const origin = await start({ "/a": agentOf({ authenticate }) }, { trustProxy });
      const response = await fetch(`${origin}/a${CARD_PATH}`, { headers });
      const card = JSON.parse(await response.text());
      expect(card.supportedInterfaces[0].url).toBe(trustProxy ? "https://agents.example:8443/a/" : `${origin}/a/`);
      await post(`${origin}/a`, envelope("hi"), headers);
    }
    expect(peers).toEqual(["127.0.0.1", "203.0.113.7"]);
  });

  it("keeps the Vary of others, and a Host that is none out of the card", async () => {
    const origin = await start({ "/a": agentOf() }, { vary: true });
    const response = await fetch(`${origin}/a${CARD_PATH}`);
    expect(response.headers.get("vary")).toMatch(/^Cookie, Host, /);
    const odd = httpRequest(`${origin}/a${CARD_PATH}`, { headers: { host: 'evil"x' } }).end();
    const [answer] = await once(odd, "response");
    let text = "";
    for await (const chunk of answer) text += chunk;
    expect(JSON.parse(text).supportedInterfaces[0].url).toBe(`${origin}/a/`);
  });

  it("tells the agent of a caller who leaves before there is a task", async () => {
    const called = gate();
    const aborted = gate();
    const agent: HandlerOptions["agent"] = async ({ signal }) => {
      signal.addEventListener("abort", aborted.open);
      called.open();
      await aborted.opened;
      return "nobody hears this";
    };
    const origin = await start({ "/": agentOf({ agent }) });
    const controller = new AbortController();
    const sent = fetch(origin, { method: "POST", headers: HEADERS, body: envelope("go"), signal: controller.signal });
    sent.catch(() => {});
    await called.opened;
    controller.abort();
    await aborted.opened;
  });
});

describe.each([
  ["4", express4],
  ["5", express],
] as const)("bodies that Express %s has read already", (_, create) => {
  const everything = "*/*";
  it.each([
    ["json", () => create.json({ type: ["application/json", "application/a2a+json"] })],
    ["text", () => create.text({ type: everything })],
    ["raw", () => create.raw({ type: everything })],
    ["urlencoded, which does not read JSON", () => create.urlencoded({ extended: false })],
  ])("are used: %s", async (_name, parser) => {
    const app = create()
      .use(parser())
      .use("/a", ...createExpressHandlers(agentOf()));
    const origin = await listen(app);
    expect((await post(`${origin}/a`, envelope("Grüße"))).body.result.message.parts).toEqual([{ text: "Grüße" }]);
    const a2a = { "content-type": "application/a2a+json" };
    expect((await post(`${origin}/a`, envelope("hi"), a2a)).body.result.message.parts).toEqual([{ text: "hi" }]);
    expect(await post(`${origin}/a`, "{")).toMatchObject({ body: { error: { code: -32700 } } });
    expect(await post(`${origin}/a`, "")).toMatchObject({ body: { error: { code: -32700 } } });
    for (const body of ["{}", "null", "1"])
      expect(await post(`${origin}/a`, body)).toMatchObject({ body: { error: { code: -32600 } } });
    const xml = { "content-type": "application/xml" };
    expect(await post(`${origin}/a`, "<a/>", xml)).toMatchObject({ status: 415, body: { error: {} } });
  });

  it("are refused as JSON-RPC where the parser refuses them; other errors are the application's", async () => {
    const app = create()
      .use(create.json({ limit: 300 }))
      .use("/a", ...createExpressHandlers(agentOf()));
    const seen: unknown[] = [];
    app.use("/b", () => {
      throw new Error("of the application");
    });
    app.use(((error, _request, response, _next) => {
      seen.push(error);
      response.status(500).end("mine");
    }) satisfies express.ErrorRequestHandler);
    const origin = await listen(app);
    expect(await post(`${origin}/a`, envelope("x".repeat(500)))).toMatchObject({ status: 413, body: { error: {} } });
    expect(await post(`${origin}/a`, "{")).toMatchObject({ status: 200, body: { error: { code: -32700 } } });
    const latin = { "content-type": "application/json; charset=iso-8859-15" };
    expect(await post(`${origin}/a`, "{}", latin)).toMatchObject({ status: 415, body: { error: {} } });
    const squeezed = Uint8Array.from(gzipSync("{}").subarray(0, -4));
    for (const body of ["plain", squeezed])
      expect(await post(`${origin}/a`, body, { "content-encoding": "gzip" })).toMatchObject({
        status: 200,
        body: { error: { code: -32700 } },
      });
    expect(seen).toEqual([]);
    expect((await fetch(`${origin}/b`)).status).toBe(500);
    expect((await fetch(`${origin}/c`, { method: "POST", headers: HEADERS, body: "{" })).status).toBe(500);
    expect(seen).toHaveLength(2);
  });

  it("obey the limit of the handler, as bytes and as text", async () => {
    for (const parser of [create.raw({ type: everything }), create.text({ type: everything })]) {
      const agent = agentOf({ limits: { bodyBytes: 300 } });
      const origin = await listen(
        create()
          .use(parser)
          .use(...createExpressHandlers(agent)),
      );
      expect(await post(origin, envelope("x".repeat(300)))).toMatchObject({ status: 413, body: { error: {} } });
    }
  });

  it("are missed, and the operator is told, where a middleware kept nothing", async () => {
    const errors: unknown[] = [];
    const app = create();
    app.use((request, _response, next) => void request.resume().on("end", next));
    app.use(...createExpressHandlers(agentOf({ onError: (error) => errors.push(error) })));
    const origin = await listen(app);
    expect(await post(origin, envelope("hi"))).toMatchObject({ body: { error: { code: -32603 } } });
    expect(String(errors)).toContain("read the request body before it came here");
  });
});

it("a compressing middleware that heeds no no-transform is flushed after each frame", async () => {
  const first = gate();
  const agent: HandlerOptions["agent"] = async function* () {
    yield "one";
    await first.opened;
  };
  const app = express();
  app.use((_request, response, next) => {
    const write = response.write.bind(response) as (chunk: unknown) => boolean;
    let held = "";
    response.write = ((chunk: unknown) => {
      held += String(chunk);
      return true;
    }) as typeof response.write;
    Object.assign(response, {
      flush() {
        write(held);
        held = "";
      },
    });
    next();
  });
  app.use(...createExpressHandlers(agentOf({ agent })));
  const origin = await listen(app);
  const body = envelope("go", "SendStreamingMessage");
  const response = await fetch(origin, { method: "POST", headers: HEADERS, body });
  const reader = response.body?.getReader();
  expect(new TextDecoder().decode((await reader?.read())?.value)).toContain("data:");
  first.open();
  await reader?.cancel();
});

describe.each([...FRAMEWORKS, ["Connect", startConnect] as const])("%s below a prefix", (_, start) => {
  it("logs the path that was asked for, without its query", async () => {
    const paths: unknown[] = [];
    const log = (fields: object) => {
      if ("path" in fields) paths.push(fields.path);
    };
    const logger = { debug: log, info: log, warn: log, error: log };
    const origin = await start({ "/deep/one": agentOf({ logger }) });
    for (const path of ["/deep/one", "/deep/one/", "/deep/one?key=secret"]) await post(origin + path, envelope("hi"));
    expect(paths).toEqual(["/deep/one", "/deep/one/", "/deep/one"]);
  });
});
