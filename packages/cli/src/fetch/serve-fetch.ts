import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

/** Bytes of a request body; more is answered with 413. */
export const MAX_REQUEST_BYTES = 10_485_760;
/** Bytes after which a body that is too large is cut off. */
const MAX_DISCARDED_BYTES = 67_108_864;

export interface FetchServer {
  /** `http://host:port`, without a path. */
  readonly url: string;
  /** Takes no more connections, and cuts those that are open. */
  close(): Promise<void>;
}

export interface ServeOptions {
  readonly port: number;
  readonly host: string;
}

/**
 * A `fetch` function as a server of node:http. Where it rejects, or the body of its response fails, the connection is cut: that is how a fault of
 * the network looks from outside. Rejects with the error of `listen`, such as EADDRINUSE.
 */
export async function serveFetch(
  fetch: (request: Request) => Promise<Response>,
  { port, host }: ServeOptions,
): Promise<FetchServer> {
  const server = createServer((incoming, outgoing) => {
    answer(fetch, incoming, outgoing).catch(() => outgoing.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.off("error", reject);
      resolve();
    });
  });
  // A server that listens on a port has an address with one.
  const address = server.address() as AddressInfo;
  const name = address.family === "IPv6" ? `[${address.address}]` : address.address;
  return {
    url: `http://${name}:${address.port}`,
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
}

async function answer(
  fetch: (request: Request) => Promise<Response>,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const left = new AbortController();
  outgoing.once("close", () => left.abort());
  const body = await readBody(incoming);
  if (body === undefined) {
    outgoing.writeHead(413, { connection: "close" }).end();
    return;
  }
  const request = requestOf(incoming, { body, signal: left.signal });
  if (request === undefined) {
    outgoing.writeHead(400, { connection: "close" }).end();
    return;
  }
  const response = await fetch(request);
  outgoing.writeHead(response.status, [...response.headers].flat());
  // Whoever waits for the first event of a stream must see that it was opened.
  outgoing.flushHeaders();
  // The stream of a Response is the same thing under another type.
  if (response.body)
    await pipeline(Readable.fromWeb(response.body as Parameters<typeof Readable.fromWeb>[0]), outgoing);
  else outgoing.end();
}

/**
 * Undefined where it is too large. What is beyond the limit is read and thrown away, within bounds: a connection that is closed while data comes in
 * is reset, and the client may lose the answer with it (RFC 9112 §9.6).
 */
async function readBody(incoming: IncomingMessage): Promise<Buffer<ArrayBuffer> | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of incoming) {
    size += chunk.length;
    if (size > MAX_DISCARDED_BYTES) return undefined;
    if (size <= MAX_REQUEST_BYTES) chunks.push(chunk);
  }
  return size > MAX_REQUEST_BYTES ? undefined : Buffer.concat(chunks);
}

/** Undefined for a target, a host or a method that no Request can have. */
function requestOf(
  { method = "GET", url = "/", rawHeaders, headers: { host = "localhost" } }: IncomingMessage,
  { body, signal }: { body: Buffer<ArrayBuffer>; signal: AbortSignal },
): Request | undefined {
  const target = url.startsWith("/") ? `http://${host}${url}` : url;
  if (!URL.canParse(target) || /^(CONNECT|TRACE|TRACK)$/i.test(method)) return undefined;
  const headers = new Headers();
  for (let at = 0; at < rawHeaders.length; at += 2) headers.append(rawHeaders[at] ?? "", rawHeaders[at + 1] ?? "");
  const carries = method !== "GET" && method !== "HEAD";
  return new Request(target, { method, headers, signal, ...(carries && { body }) });
}
