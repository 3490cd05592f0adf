import { request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { isIPv6, type LookupFunction } from "node:net";

export interface PostOptions {
  readonly url: URL;
  /** What is connected to: one of these, whatever the host name has come to resolve to. */
  readonly addresses: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Bytes of the response's body that are read before the connection is closed. */
  readonly responseBytes: number;
  /** Certificates of authorities that are trusted instead of the usual ones (PEM). */
  readonly ca?: string | readonly string[];
}

export type Posted =
  | { readonly kind: "answered"; readonly status: number; readonly retryAfter: string | undefined }
  /** In a word, such as ECONNREFUSED. */
  | { readonly kind: "broken"; readonly reason: string };

const MODULES: Readonly<Record<string, typeof requestHttp>> = { "http:": requestHttp, "https:": requestHttps };

/**
 * One POST on a connection of its own, which no proxy of the environment takes. Redirects are not followed. The status
 * counts as soon as it is there; the rest is read so that the peer can finish, up to the bound or until the signal aborts.
 */
export function post(options: PostOptions, signal: AbortSignal): Promise<Posted> {
  const { url, addresses, headers, body, responseBytes, ca } = options;
  if (signal.aborted) return Promise.resolve({ kind: "broken", reason: String(signal.reason) });
  return new Promise((resolve) => {
    let posted: Posted = { kind: "broken", reason: "The connection closed without an answer" };
    const request = (MODULES[url.protocol] ?? requestHttps)(url, {
      method: "POST",
      agent: false,
      headers: { ...headers, "content-length": Buffer.byteLength(body) },
      lookup: pinTo(addresses),
      ...(ca !== undefined && { ca: typeof ca === "string" ? ca : [...ca] }),
    });
    const stop = (): void => {
      if (posted.kind === "broken") posted = { kind: "broken", reason: String(signal.reason) };
      request.destroy();
    };
    request.on("response", (response) => {
      posted = { kind: "answered", status: response.statusCode ?? 0, retryAfter: response.headers["retry-after"] };
      let left = responseBytes;
      response.on("data", (chunk: Uint8Array) => {
        left -= chunk.length;
        if (left < 0) request.destroy();
      });
      // Whatever becomes of the body, the status stands.
      response.on("error", () => {});
    });
    request.on("error", (error: NodeJS.ErrnoException) => {
      if (posted.kind === "broken" && !signal.aborted) posted = { kind: "broken", reason: error.code ?? error.name };
    });
    request.on("close", () => {
      signal.removeEventListener("abort", stop);
      resolve(posted);
    });
    signal.addEventListener("abort", stop, { once: true });
    request.end(body);
  });
}

/** Resolves every name to the addresses that were checked. */
function pinTo(addresses: readonly string[]): LookupFunction {
  const all = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
  return (_hostname, options, callback) => {
    const [first = { address: "", family: 4 }] = all;
    // Inside the call, an error would be thrown into the socket that asks.
    process.nextTick(() => (options.all ? callback(null, all) : callback(null, first.address, first.family)));
  };
}
