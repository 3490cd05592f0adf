import { EventEmitter, once } from "node:events";
import { type IncomingMessage, type RequestOptions, request } from "node:http";
import { text } from "node:stream/consumers";
import { afterEach, expect, test } from "vitest";
import { type FetchServer, MAX_REQUEST_BYTES, serveFetch } from "./serve-fetch.ts";

let server: FetchServer;
afterEach(() => server.close());

async function serve(fetch: (request: Request) => Promise<Response>): Promise<string> {
  server = await serveFetch(fetch, { port: 0, host: "127.0.0.1" });
  return server.url;
}

test("a request arrives whole, and so does its answer", async () => {
  const url = await serve(async (incoming) => {
    const text = `${incoming.method} ${new URL(incoming.url).search} ${incoming.headers.get("x-a")} ${await incoming.text()}`;
    return new Response(text, { status: 201, headers: { "x-b": "2" } });
  });
  const response = await fetch(`${url}/p?q=1`, { method: "POST", headers: { "x-a": "1" }, body: "body" });
  expect([response.status, response.headers.get("x-b"), await response.text()]).toEqual([201, "2", "POST ?q=1 1 body"]);
  expect((await fetch(url, { method: "HEAD" })).status).toBe(201);
});

test("a rejection cuts the connection, and so does a body that fails", async () => {
  const url = await serve(async (incoming) => {
    if (incoming.url.endsWith("/none")) throw new Error("no");
    return new Response(
      ReadableStream.from(
        (async function* () {
          yield new TextEncoder().encode("half");
          throw new Error("cut");
        })(),
      ),
    );
  });
  await expect(fetch(`${url}/none`)).rejects.toThrow("fetch failed");
  const half = await fetch(`${url}/half`);
  expect(half.status).toBe(200);
  await expect(half.text()).rejects.toThrow("terminated");
});

test("the signal aborts when the caller leaves", async () => {
  const events = new EventEmitter();
  const url = await serve(async (incoming) => {
    incoming.signal.addEventListener("abort", () => events.emit("left"));
    events.emit("arrived");
    await once(events, "left");
    return new Response();
  });
  const outgoing = request(url);
  outgoing.on("error", () => {});
  outgoing.end();
  await once(events, "arrived");
  const left = once(events, "left");
  outgoing.destroy();
  await left;
});

test("a body that is too large is 413", async () => {
  const url = await serve(async () => new Response());
  const response = await fetch(url, { method: "POST", body: new Uint8Array(MAX_REQUEST_BYTES + 1) });
  expect(response.status).toBe(413);
});

test("a host or a method that makes no request is 400, and two slashes are a path", async () => {
  const url = await serve(async (incoming) => new Response(new URL(incoming.url).pathname));
  const ask = async (path: string, options: RequestOptions) => {
    const outgoing = request(`${url}`, { ...options, path }).end();
    const [response]: IncomingMessage[] = await once(outgoing, "response");
    if (!response) throw new Error("There is no response");
    return { status: response.statusCode, body: await text(response) };
  };
  expect((await ask("/", { headers: { host: "a b" } })).status).toBe(400);
  expect((await ask("/", { method: "TRACE" })).status).toBe(400);
  expect(await ask("//a/b", {})).toEqual({ status: 200, body: "//a/b" });
});

test("a port that is taken is an error", async () => {
  const url = await serve(async () => new Response());
  await expect(
    serveFetch(async () => new Response(), { port: Number(new URL(url).port), host: "127.0.0.1" }),
  ).rejects.toThrow("EADDRINUSE");
});
