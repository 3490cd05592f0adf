import { isUtf8 } from "node:buffer";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { TLSSocket } from "node:tls";
import { A2AError } from "@a2akit/protocol";
import { isHost } from "../base-url.ts";
import type { Incoming } from "../incoming.ts";
import { tooLarge } from "../read-body.ts";

/** Shared by all requests without a query; nobody writes to it. */
const NO_QUERY = new URLSearchParams();

/** A request of node:http as plain values. */
export function incomingOf(request: IncomingMessage, response: ServerResponse): Incoming {
  const { url = "/", headers, method = "GET", socket } = request;
  const mark = url.indexOf("?");
  let signal: AbortSignal | undefined;
  return {
    method,
    path: mark < 0 ? url : url.slice(0, mark),
    query: mark < 0 ? NO_QUERY : new URLSearchParams(url.slice(mark + 1)),
    header(name) {
      const value = headers[name];
      return typeof value === "object" ? value.join(", ") : value;
    },
    signal() {
      signal ??= signalOf(response);
      return signal;
    },
    origin() {
      const host = headers.host ?? headers[":authority"]?.toString();
      return isHost(host) ? `${isEncrypted(socket) ? "https" : "http"}://${host}` : undefined;
    },
    peer() {
      const certificate = isEncrypted(socket) ? socket.getPeerCertificate() : undefined;
      return { address: socket.remoteAddress ?? "", ...(certificate?.raw !== undefined && { certificate }) };
    },
    text: (limit) => readText(request, limit),
  };
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
    const chunks: Buffer[] = [];
    let size = 0;
    request.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size > limit) {
        chunks.length = 0;
        request.pause();
        reject(tooLarge(limit));
        return;
      }
      chunks.push(chunk);
    });
    request.on("end", () => {
      const [first] = chunks;
      const body = chunks.length === 1 && first !== undefined ? first : Buffer.concat(chunks);
      if (isUtf8(body)) resolve(body.toString());
      else reject(new A2AError("JSONParse", { message: "The request body is not UTF-8" }));
    });
    request.on("error", () => reject(new A2AError("JSONParse", { message: "The request body was cut off" })));
  });
}
