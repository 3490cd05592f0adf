import { parseRetryAfter, TransportError } from "@a2akit/protocol";
import { readText } from "./read-body.ts";

/** Bytes of an error body that are read for its excerpt. */
const MAX_ERROR_BYTES = 65_536;

/** Where a response came from, for errors about it. */
export function originOf({ status, headers }: Response): { status: number; retryAfter?: number } {
  const retryAfter = parseRetryAfter(headers.get("retry-after"));
  return retryAfter === undefined ? { status } : { status, retryAfter };
}

/** What a response that is no answer of the protocol becomes: its status, Retry-After and the beginning of its body. */
export async function statusError(response: Response, what: string, signal: AbortSignal): Promise<TransportError> {
  const location = response.headers.get("location");
  const body = await readText(response, { limit: MAX_ERROR_BYTES, signal }).catch(() => "");
  signal.throwIfAborted();
  return new TransportError(`${what}: HTTP ${response.status}${location === null ? "" : ` to ${location}`}`, {
    ...originOf(response),
    body,
  });
}

interface Connection {
  readonly url: string;
  readonly signal: AbortSignal;
}

/**
 * Waits for `fetch`. It rejects with a TypeError, or in some runtimes an error with a code, when there is no connection; anything else that is
 * thrown is a fault of the code, and stays what it is.
 */
export function connecting<T>(promise: Promise<T>, connection: Connection): Promise<T> {
  return promise.catch((error: unknown) => {
    const isNetwork = error instanceof TypeError || (error instanceof Error && "code" in error);
    throw isNetwork || connection.signal.aborted ? networkError("Cannot reach", error, connection) : error;
  });
}

/** Waits for a body. */
export function reading<T>(promise: Promise<T>, connection: Connection): Promise<T> {
  return promise.catch((error: unknown) => {
    throw lostConnection(error, connection);
  });
}

/** What an error becomes that came while a body was read. */
export function lostConnection(error: unknown, connection: Connection): unknown {
  return error instanceof TransportError ? error : networkError("Lost the connection to", error, connection);
}

/** An abort is the signal's reason. */
function networkError(what: string, error: unknown, { signal, url }: Connection): unknown {
  if (signal.aborted) return signal.reason;
  // `fetch` throws a TypeError "fetch failed" whose cause says what happened.
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const text = cause instanceof Error ? cause.message || ("code" in cause ? String(cause.code) : "") : String(cause);
  return new TransportError(`${what} ${new URL(url).origin}${text && `: ${text}`}`, { cause: error });
}
