import { type ChunkReader, TransportError } from "@a2akit/protocol";
import type { Fetch } from "./fetch.ts";

/** Where a body comes from, and what ends the reading. */
export interface BodySource {
  readonly url: string;
  readonly signal: AbortSignal;
  /** Ends what is waited for; called when the signal aborts. A call has one listener for all its waits, since each costs more than they do. */
  stop?: (() => void) | undefined;
  /** Takes the listener off the signal when all was read: one of the caller's outlives the call, and would keep it. */
  release?: (() => void) | undefined;
}

/** What one request goes over. */
export interface Connection extends BodySource {
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
  signal.throwIfAborted();
  connection.release?.();
  const options = { ...init, signal: detached ? null : signal };
  const request = fetch ? fetch(new Request(url, options)) : globalThis.fetch(url, options);
  const abort = () => connection.stop?.();
  signal.addEventListener("abort", abort);
  // A signal that is nobody else's goes with the call, and the listener with the signal.
  if (!detached) connection.release = () => signal.removeEventListener("abort", abort);
  try {
    return await new Promise((resolve, reject) => {
      connection.stop = reject;
      request.then(resolve, reject);
    });
  } catch (error) {
    connection.release?.();
    request.then(dropBody, () => {});
    const isNetwork = error instanceof TypeError || (error instanceof Error && "code" in error);
    throw isNetwork || signal.aborted ? networkError("Cannot reach", error, connection) : error;
  }
}

/** Nobody will read it. */
export function dropBody({ body }: Response, source?: BodySource): void {
  source?.release?.();
  body?.cancel().catch(() => {});
}

/** Reads a body chunk by chunk; what goes wrong is a TransportError or the signal's reason. */
export function openBody({ body }: Response, source: BodySource): ChunkReader {
  const reader = (body ?? new Blob([]).stream()).getReader();
  let isOpen = true;
  const close = () => {
    source.release?.();
    // A read that waits is told that the stream is done.
    if (isOpen) reader.cancel().catch(() => {});
  };
  source.stop = close;
  return {
    close,
    async read() {
      try {
        source.signal.throwIfAborted();
        const step = await reader.read();
        source.signal.throwIfAborted();
        isOpen = !step.done;
        return step;
      } catch (error) {
        throw networkError("Lost the connection to", error, source);
      }
    },
  };
}

/** An abort is the signal's reason. */
function networkError(what: string, error: unknown, { signal, url }: BodySource): unknown {
  if (signal.aborted) return signal.reason;
  // `fetch` throws a TypeError "fetch failed" whose cause says what happened.
  const { message, code }: { message?: unknown; code?: unknown } = Object(Object(error).cause ?? error);
  const why = message || code || error;
  return new TransportError(`${what} ${new URL(url).origin}: ${why}`, { cause: error });
}
