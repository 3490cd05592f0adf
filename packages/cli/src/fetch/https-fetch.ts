import { once } from "node:events";
import { type ClientRequest, request as httpRequest, type IncomingMessage } from "node:http";
import { Agent, request as httpsRequest } from "node:https";
import { Readable } from "node:stream";
import type { SecureContextOptions } from "node:tls";
import type { Fetch } from "@a2akit/client";

/** How a TLS connection is made, which `fetch` has no options for. */
export interface TlsOptions extends Pick<SecureContextOptions, "ca" | "cert" | "key"> {
  /** False: whatever certificate the peer shows will do. */
  readonly rejectUnauthorized?: boolean | undefined;
}

/** Redirects that are followed, as many as `fetch` follows. */
const MAX_REDIRECTS = 20;
const REDIRECTS = [301, 302, 303, 307, 308];
const WITHOUT_BODY = [204, 205, 304];

/** `fetch` over node:https with these options. A body is taken as it comes: compression is not asked for. */
export function createHttpsFetch(tls: TlsOptions): Fetch {
  const agent = new Agent({ ...tls, keepAlive: true });
  return async (request) => {
    const body = request.body === null ? undefined : new Uint8Array(await request.arrayBuffer());
    let url = new URL(request.url);
    for (let redirects = 0; ; redirects += 1) {
      const incoming = await exchange(request, { url, agent, body });
      const { statusCode = 0, headers } = incoming;
      const isFollowed =
        REDIRECTS.includes(statusCode) && request.redirect === "follow" && headers.location !== undefined;
      if (!isFollowed) return toResponse(incoming, url);
      incoming.destroy();
      if (redirects === MAX_REDIRECTS) throw new TypeError("fetch failed", { cause: new Error("Too many redirects") });
      url = new URL(headers.location ?? "", url);
    }
  };
}

interface Exchange {
  readonly url: URL;
  readonly agent: Agent;
  readonly body: Uint8Array | undefined;
}

async function exchange(request: Request, { url, agent, body }: Exchange): Promise<IncomingMessage> {
  const { signal, method } = request;
  signal.throwIfAborted();
  const headers = { ...Object.fromEntries(request.headers), "accept-encoding": "identity" };
  const length = body ? { "content-length": body.byteLength } : {};
  const options = { method, headers: { ...headers, ...length } };
  const outgoing: ClientRequest =
    url.protocol === "https:" ? httpsRequest(url, { ...options, agent }) : httpRequest(url, options);
  const abort = () => outgoing.destroy(signal.reason);
  signal.addEventListener("abort", abort, { once: true });
  outgoing.once("close", () => signal.removeEventListener("abort", abort));
  // Once there is an answer, its reader hears of what goes wrong; an error that nobody hears of would end the process.
  outgoing.on("error", () => {});
  outgoing.end(body);
  try {
    const [incoming] = await once(outgoing, "response");
    // A body that is cut off is an error of its reader, who may be gone.
    incoming.on("error", () => {});
    return incoming;
  } catch (cause) {
    signal.throwIfAborted();
    throw new TypeError("fetch failed", { cause });
  }
}

function toResponse(incoming: IncomingMessage, { href }: URL): Response {
  const { statusCode = 0, statusMessage = "", rawHeaders } = incoming;
  const headers = new Headers();
  for (let index = 0; index < rawHeaders.length; index += 2)
    headers.append(rawHeaders[index] ?? "", rawHeaders[index + 1] ?? "");
  const isBare = WITHOUT_BODY.includes(statusCode);
  if (isBare) incoming.resume();
  // The types of node:stream/web and of the platform differ; the objects are the same.
  const body = isBare ? null : (Readable.toWeb(incoming) as ReadableStream<Uint8Array>);
  const response = new Response(body, { status: statusCode, statusText: statusMessage, headers });
  // Where relative URLs of a card are resolved against.
  Object.defineProperty(response, "url", { value: href });
  return response;
}
