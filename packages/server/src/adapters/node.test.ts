import { once } from "node:events";
import { createServer, get, request } from "node:http";
import { connect } from "node:net";
import { afterEach, describe, expect, it, vi } from "vitest";
import { ANONYMOUS } from "../call-context.ts";
import { createA2AHandler } from "../handler.ts";
import { CARD, dialectWith, gate, messageOf } from "../testing/harness.ts";
import { createNodeListener, type Serving, serve } from "./node.ts";

const HEADERS = { "content-type": "application/json", "a2a-version": "1.0" };
const envelope = (method: string, params: unknown): string => JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });

let serving: Serving;
afterEach(() => serving.close());

describe("the Node listener", () => {
  it("aborts the agent's signal when the caller leaves before there is a task", async () => {
    const called = gate();
    const aborted = gate();
    const handler = createA2AHandler({
      card: CARD,
      agent: async ({ signal }) => {
        signal.addEventListener("abort", aborted.open);
        called.open();
        await aborted.opened;
        return "nobody hears this";
      },
    });
    serving = await serve({ handler });
    const client = request(serving.url, { method: "POST", headers: HEADERS });
    client.on("error", () => {});
    client.end(envelope("SendMessage", messageOf("go")));
    await called.opened;
    client.destroy();
    await aborted.opened;
  });

  it("ends a request whose caller leaves before its body is read", async () => {
    const ended = gate();
    const asked = gate();
    const handler = createA2AHandler({
      card: CARD,
      agent: async () => "never",
      audit: ended.open,
      authenticate: async ({ signal }) => {
        asked.open();
        await once(signal, "abort");
        return ANONYMOUS;
      },
    });
    serving = await serve({ handler });
    const client = request(serving.url, { method: "POST", headers: { ...HEADERS, "content-length": 100 } });
    client.on("error", () => {});
    client.write("{");
    await asked.opened;
    client.destroy();
    await ended.opened;
  });

  it("survives a body that is cut off", async () => {
    serving = await serve({ handler: createA2AHandler({ card: CARD, agent: async () => "ok" }) });
    const socket = connect(serving.port, "127.0.0.1");
    await once(socket, "connect");
    socket.end('POST / HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{"jsonrpc"');
    socket.resume();
    await once(socket, "close");
    const response = await fetch(serving.url, {
      method: "POST",
      headers: HEADERS,
      body: envelope("SendMessage", messageOf("go")),
    });
    expect(await response.json()).toMatchObject({ result: { message: {} } });
  });

  describe("a body that is too large", () => {
    const limits = { bodyBytes: 10 };
    const start = async (): Promise<void> => {
      serving = await serve({ handler: createA2AHandler({ card: CARD, agent: async () => "ok", limits }) });
    };

    it("does not cost a client that writes first and reads then the answer", async () => {
      await start();
      const socket = connect(serving.port, "127.0.0.1").pause();
      const body = Buffer.alloc(12 * 1024 * 1024);
      socket.write(
        `POST / HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`,
      );
      await new Promise<void>((resolve, reject) => {
        socket.on("error", reject);
        socket.write(body, () => resolve());
      });
      let text = "";
      for await (const data of socket) text += data;
      expect(text).toMatch(/^HTTP\/1\.1 413 .*"code":-32600/s);
    });

    it("is not read for ever: neither when it does not end …", async () => {
      await start();
      const client = request(serving.url, { method: "POST", headers: HEADERS });
      client.on("error", () => {});
      const closed = new Promise((resolve) => client.on("close", resolve));
      const chunk = Buffer.alloc(1024 * 1024);
      const more = (): void => void (client.destroyed || client.write(chunk, more));
      more();
      const [response] = await once(client, "response");
      response.resume();
      expect(response.statusCode).toBe(413);
      await closed;
    });

    it("… nor when it does not come", async () => {
      await start();
      vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
      try {
        const client = request(serving.url, { method: "POST", headers: HEADERS });
        client.on("error", () => {});
        const closed = new Promise((resolve) => client.on("close", resolve));
        client.write("x".repeat(100_000));
        const [response] = await once(client, "response");
        response.resume();
        expect(response.statusCode).toBe(413);
        vi.advanceTimersByTime(5_000);
        await closed;
      } finally {
        vi.useRealTimers();
      }
    });
  });

  it("asks for a body only where it reads it (RFC 9110 §10.1.1)", async () => {
    serving = await serve({
      handler: createA2AHandler({
        card: CARD,
        agent: async () => "ok",
        limits: { bodyBytes: 1_000 },
        authenticate: async ({ header }) => (header("authorization") ? ANONYMOUS : { status: 401 }),
      }),
    });
    const body = envelope("SendMessage", messageOf("go"));
    const ask = async (headers: Record<string, string | number>, path = "/") => {
      const client = request(`${serving.url}${path}`, {
        method: "POST",
        headers: { ...HEADERS, "content-length": body.length, expect: "100-continue", ...headers },
      });
      let asked = false;
      client.on("continue", () => {
        asked = true;
        client.end(body);
      });
      client.flushHeaders();
      const [response] = await once(client, "response");
      response.resume();
      await once(response, "end");
      client.destroy();
      return [response.statusCode, asked];
    };
    const authorization = "x";
    expect(await ask({ authorization })).toEqual([200, true]);
    expect(await ask({})).toEqual([401, false]);
    expect(await ask({ authorization, "content-type": "text/plain" })).toEqual([415, false]);
    expect(await ask({ authorization, "content-length": 1_001 })).toEqual([413, false]);
    expect(await ask({ authorization }, "/nowhere")).toEqual([404, false]);
  });

  it("accepts a target in absolute form, and names itself where Host does not", async () => {
    serving = await serve({ handler: createA2AHandler({ card: CARD, agent: async () => "ok" }) });
    const read = async (target: string, host: string): Promise<string> => {
      const socket = connect(serving.port, "127.0.0.1");
      socket.write(`GET ${target} HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n\r\n`);
      let text = "";
      for await (const data of socket) text += data;
      return text;
    };
    const card = "/.well-known/agent-card.json";
    expect(await read(`http://a.example${card}`, "a.example")).toContain('"url":"http://a.example/"');
    expect(await read(`http://a.example${card}?x=1`, "a.example")).toContain("HTTP/1.1 200");
    expect(await read("http://a.example", "a.example")).toContain("HTTP/1.1 405");
    expect(await read(card, 'evil"x')).toContain(`"url":"${serving.url}/"`);
  });

  it("waits for a reader that is slow, and drops one that stalls; the task goes on", async () => {
    const text = "x".repeat(256 * 1024);
    const CHUNKS = 64;
    const handler = createA2AHandler({
      card: CARD,
      timing: { stall: 60 },
      agent: async function* () {
        for (let count = 0; count < CHUNKS; count += 1)
          yield { artifact: { artifactId: `a${count}`, parts: [{ text }] } };
      },
    });
    serving = await serve({ handler });
    const socket = connect(serving.port, "127.0.0.1");
    const body = envelope("SendStreamingMessage", messageOf("go"));
    socket.write(
      `POST / HTTP/1.1\r\nhost: x\r\na2a-version: 1.0\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
    );
    let seen = "";
    socket.once("data", (data) => {
      seen = data.toString();
      socket.pause();
    });
    const [connection] = await once(serving.server, "connection");
    await once(connection, "close");
    socket.destroy();
    const id = /"id":"([0-9a-f-]{36})"/.exec(seen)?.[1];
    const request = new Request(serving.url, { method: "POST", headers: HEADERS, body: envelope("GetTask", { id }) });
    const answer = await handler.fetch(request);
    const { result } = (await answer.json()) as { result: { status: { state: string }; artifacts: unknown[] } };
    expect([result.status.state, result.artifacts.length]).toEqual(["TASK_STATE_COMPLETED", CHUNKS]);
  });

  it("drops a reader that does not take its answer, however large that is", async () => {
    const handler = createA2AHandler({
      card: CARD,
      timing: { stall: 60 },
      agent: async () => "x".repeat(32 * 1024 * 1024),
    });
    serving = await serve({ handler });
    const socket = connect(serving.port, "127.0.0.1");
    socket.pause();
    const body = envelope("SendMessage", messageOf("go"));
    socket.write(
      `POST / HTTP/1.1\r\nhost: x\r\na2a-version: 1.0\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
    );
    const [connection] = await once(serving.server, "connection");
    await once(connection, "close");
    socket.destroy();
  });

  it("leaves other paths to the next listener, and serves several agents", async () => {
    const agent = (name: string) =>
      createA2AHandler({
        agent: async () => name,
        card: { ...CARD, name },
        mounts: [{ path: name, dialect: dialectWith({}) }],
      });
    const handlers = [agent("one"), agent("two")];
    const listener = createNodeListener(handlers);
    const server = createServer((req, res) => listener(req, res, () => res.end("next")));
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const address = server.address();
    const port = typeof address === "object" ? address?.port : undefined;
    const read = async (path: string): Promise<string> => {
      const [response] = await once(get({ port, path, agent: false }), "response");
      let text = "";
      for await (const data of response) text += data;
      return text;
    };
    expect(await read("/elsewhere")).toBe("next");
    expect(JSON.parse(await read("/two/.well-known/agent-card.json")).name).toBe("two");
    server.close();
    await Promise.all(handlers.map((handler) => handler.close()));
    serving = await serve({ handler: handlers });
  });
});

it("serve says where it listens, and rejects when it cannot", async () => {
  const handler = createA2AHandler({ card: CARD, agent: async () => "ok" });
  serving = await serve({ handler });
  expect(serving.url).toBe(`http://127.0.0.1:${serving.port}`);
  await expect(serve({ handler, port: serving.port })).rejects.toMatchObject({ code: "EADDRINUSE" });
  await Promise.all([serving.close(), serving.close()]);
  await expect(fetch(serving.url)).rejects.toThrow();
});
