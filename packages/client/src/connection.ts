import { type ChunkReader, createChunkReader, TransportError } from "@a2akit/protocol";
import type { Fetch } from "./fetch.ts";

/** Where a body comes from, and what ends the reading. */
export interface Origin {
  readonly url: string;
  readonly signal: AbortSignal;
}

/** What one request goes over. */
export interface Connection extends Origin {
  /** Used in place of the global `fetch`. */
  readonly fetch?: Fetch | undefined;
  /**
   * Whether the signal is one that `fetch` must not hear of, since that costs more than all the rest of a call. When it aborts, the request is
   * left alone, and its answer refused when it comes.
   */
  readonly detached?: boolean | undefined;
}

/**
 * Sends a request and waits for the head of the response.
 *
 * @throws TransportError when there is no connection: `fetch` rejects with a TypeError, or in some runtimes an error with a code. Anything else
 * that is thrown is a fault of the code, and stays what it is; an abort is the signal's reason.
 */
export async function openConnection(connection: Connection, init: RequestInit): Promise<Response> {
  const { url, signal, fetch, detached } = connection;
  let stop: (() => void) | undefined;
  let request: Promise<Response> | undefined;
  try {
    return await new Promise<Response>((resolve, reject) => {
      stop = () => reject(signal.reason);
      signal.addEventListener("abort", stop);
      const options = { ...init, signal: detached ? null : signal };
      request = fetch ? fetch(new Request(url, options)) : globalThis.fetch(url, options);
      request.then(resolve, reject);
    });
  } catch (error) {
    request?.then(dropBody, () => {});
    const isNetwork = error instanceof TypeError || (error instanceof Error && "code" in error);
    throw isNetwork || signal.aborted ? networkError("Cannot reach", error, connection) : error;
  } finally {
    if (stop) signal.removeEventListener("abort", stop);
  }
}

/** Nobody will read it. */
export function dropBody({ body }: Response): void {
  body?.cancel().catch(() => {});
}

/** Reads a body chunk by chunk; what goes wrong is a TransportError or the signal's reason. */
export function openBody({ body }: Response, connection: Origin): ChunkReader {
  const reader = createChunkReader(body ?? new Blob([]).stream(), connection.signal);
  return {
    close: reader.close,
    read: () =>
      reader.read().catch((error) => {
        throw networkError("Lost the connection to", error, connection);
      }),
  };
}

/** An abort is the signal's reason. */
function networkError(what: string, error: unknown, { signal, url }: Origin): unknown {
  if (signal.aborted) return signal.reason;
  // `fetch` throws a TypeError "fetch failed" whose cause says what happened.
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const text = cause instanceof Error ? cause.message || ("code" in cause ? String(cause.code) : "") : String(cause);
  return new TransportError(`${what} ${new URL(url).origin}${text && `: ${text}`}`, { cause: error });
}
