import { isUtf8 } from "node:buffer";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { TLSSocket } from "node:tls";
import { A2AError } from "@a2akit/protocol";
import { isHost } from "../http/base-url.ts";
import type { Incoming } from "../http/incoming.ts";
import { tooLarge } from "../http/read-body.ts";

/** Shared by all requests without a query; nobody writes to it. */
const NO_QUERY = new URLSearchParams();

/** A request of node:http as plain values. */
export function incomingOf(request: IncomingMessage, response: ServerResponse): Incoming {
  const { method = "GET", socket } = request;
  const url = targetOf(request.url);
  const mark = url.indexOf("?");
  const header = (name: string): string | undefined => headerOf(request, name);
  let signal: AbortSignal | undefined;
  return {
    method,
    path: mark < 0 ? url : url.slice(0, mark),
    query: mark < 0 ? NO_QUERY : new URLSearchParams(url.slice(mark + 1)),
    header,
    signal() {
      signal ??= signalOf(response);
      return signal;
    },
    origin() {
      const host = header("host") ?? header(":authority");
      return `${isEncrypted(socket) ? "https" : "http"}://${hostOf(host, socket)}`;
    },
    peer() {
      // With `rejectUnauthorized: false` anybody can show a certificate that nobody has verified.
      const certificate = isEncrypted(socket) && socket.authorized ? socket.getPeerCertificate() : undefined;
      return { address: socket.remoteAddress ?? "", ...(certificate?.raw !== undefined && { certificate }) };
    },
    // `complete` alone is not enough: a small body has often arrived before anybody reads it.
    parsed: request.readableDidRead || request.readableEnded ? () => parsedBody(request) : undefined,
    text(limit) {
      if (awaitsContinue(request)) response.writeContinue();
      return readText(request, limit);
    },
  };
}

/** The same where a framework such as Connect has taken the beginning of the path off, and kept the whole. */
export function connectIncoming(
  request: IncomingMessage & { readonly originalUrl?: string },
  response: ServerResponse,
): Incoming {
  const incoming = incomingOf(request, response);
  const { originalUrl } = request;
  if (originalUrl === undefined) return incoming;
  return { ...incoming, fullPath: targetOf(originalUrl).replace(/\?.*/s, "") };
}

/** Express and its like leave the body here; cloud functions keep its bytes, too. */
function parsedBody(request: IncomingMessage & { readonly body?: unknown; readonly rawBody?: unknown }): unknown {
  // An empty body is the one that ends without being read; parsers make an object of it.
  if (!request.readableDidRead) return "";
  const { rawBody, body = rawBody } = request;
  if (body !== undefined) return body;
  throw new Error("Something read the request body before it came here, and left none in `request.body`");
}

/** RFC 9112 §3.2.2: a server accepts the absolute form of a target too. */
function targetOf(url = "/"): string {
  if (url.startsWith("/")) return url;
  const rest = url.replace(/^https?:\/\/[^/?]*/i, "");
  return rest.startsWith("/") ? rest : `/${rest}`;
}

/** Where the connection ends, for a request whose Host says nothing usable. */
export function hostOf(host: string | undefined, socket: IncomingMessage["socket"]): string {
  return isHost(host) ? host : addressOf(socket);
}

function addressOf({ localAddress = "localhost", localPort }: IncomingMessage["socket"]): string {
  const host = localAddress.includes(":") ? `[${localAddress}]` : localAddress;
  return localPort === undefined ? host : `${host}:${localPort}`;
}

/** Node's own object of all headers says which there are, but keeps only the first value of some. */
function headerOf({ headers, rawHeaders }: IncomingMessage, name: string): string | undefined {
  if (headers[name] === undefined) return undefined;
  let found: string | undefined;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const key = rawHeaders[index] ?? "";
    if (key.length !== name.length || key.toLowerCase() !== name) continue;
    const value = rawHeaders[index + 1] ?? "";
    found = found === undefined ? value : `${found}, ${value}`;
  }
  return found;
}

/** RFC 9110 §10.1.1: the body is sent when it is asked for. A server that is not ours may have asked already; twice does no harm. */
export function awaitsContinue(request: IncomingMessage): boolean {
  return headerOf(request, "expect")?.toLowerCase() === "100-continue";
}

function isEncrypted(socket: IncomingMessage["socket"]): socket is TLSSocket {
  return "encrypted" in socket && socket.encrypted === true;
}

/** Follows the response: the request closes as soon as it is read. */
function signalOf(response: ServerResponse): AbortSignal {
  const controller = new AbortController();
  const left = (): void => {
    if (!response.writableFinished) controller.abort();
  };
  if (response.destroyed) left();
  else response.once("close", left);
  return controller.signal;
}

function readText(request: IncomingMessage, limit: number): Promise<string> {
  return new Promise((resolve, reject) => {
    // Its caller left before: nothing would come, and no error either.
    if (request.destroyed) return reject(cutOff());
    // The listeners live as long as the request, for hours under a stream: they must not hold on to the body.
    let reading: { chunks: Buffer[]; resolve(text: string): void; reject(error: A2AError): void } | undefined;
    reading = { chunks: [], resolve, reject };
    let size = 0;
    const fail = (error: A2AError): void => {
      reading?.reject(error);
      reading = undefined;
    };
    request.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size <= limit) reading?.chunks.push(chunk);
      else fail(tooLarge(limit));
    });
    request.on("end", () => {
      const { chunks = [] } = reading ?? {};
      const [first] = chunks;
      const body = chunks.length === 1 && first !== undefined ? first : Buffer.concat(chunks);
      if (!isUtf8(body)) return fail(new A2AError("JSONParse", { message: "The request body is not UTF-8" }));
      reading?.resolve(body.toString());
      reading = undefined;
    });
    request.on("error", () => {
      if (reading !== undefined) fail(cutOff());
    });
  });
}

function cutOff(): A2AError {
  return new A2AError("JSONParse", { message: "The request body was cut off" });
}
