import {
  createServer as createHttpServer,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from "node:http";
import { createServer as createHttpsServer, type ServerOptions } from "node:https";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { onTestFinished } from "vitest";

/** A request as it came. */
interface Seen {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Of the JSON-RPC call, where it is one. */
  readonly call: { readonly method?: string; readonly params?: Record<string, unknown> };
}

export interface Served {
  /** `http://127.0.0.1:port/`. */
  readonly url: string;
  readonly seen: Seen[];
  /** Calls by JSON-RPC method. */
  calls(method?: string): Seen[];
}

type Answer = (request: Request, seen: Seen) => Response | Promise<Response>;

/** A server on a free port of this machine, for as long as the test; it keeps what it was asked. */
export async function serve(answer: Answer, tls?: ServerOptions): Promise<Served> {
  const seen: Seen[] = [];
  const listener: RequestListener = async (incoming, outgoing) => {
    const { request, record } = await read(incoming, tls ? "https" : "http");
    seen.push(record);
    const response = await Promise.resolve(answer(request, record)).catch(
      (error) => new Response(String(error), { status: 500 }),
    );
    outgoing.writeHead(response.status, [...response.headers].flat());
    outgoing.flushHeaders();
    if (!response.body) return outgoing.end();
    if (response.headers.has(CUT)) return writeAndCut(response.body, outgoing);
    // The types of node:stream/web and of the platform differ; the objects are the same.
    const body = Readable.fromWeb(response.body as Parameters<typeof Readable.fromWeb>[0]);
    body.on("error", () => outgoing.destroy());
    outgoing.on("close", () => body.destroy());
    return body.pipe(outgoing);
  };
  const server = tls ? createHttpsServer(tls, listener) : createHttpServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(async () => {
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeAllConnections();
    await closed;
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `${tls ? "https" : "http"}://127.0.0.1:${port}/`,
    seen,
    calls: (method) =>
      seen.filter(({ call }) => call.method !== undefined && (method === undefined || call.method === method)),
  };
}

/** Header of a response whose connection is broken after its body. */
export const CUT = "x-cut";

async function writeAndCut(body: ReadableStream<Uint8Array>, outgoing: ServerResponse): Promise<void> {
  for await (const chunk of body) await new Promise((resolve) => outgoing.write(chunk, resolve));
  outgoing.destroy();
}

async function read(incoming: IncomingMessage, scheme: string): Promise<{ request: Request; record: Seen }> {
  const { method = "GET", url = "/", headers } = incoming;
  const body = Buffer.concat(await Array.fromAsync(incoming)).toString("utf8");
  const flat = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
  const request = new Request(`${scheme}://${headers.host}${url}`, {
    method,
    headers: flat,
    ...(method === "POST" && { body }),
  });
  return { request, record: { method, path: url, headers: flat, body, call: callOf(body) } };
}

function callOf(body: string): Seen["call"] {
  try {
    return JSON.parse(body) ?? {};
  } catch {
    return {};
  }
}
