import { parseRetryAfter, TransportError } from "@a2akit/protocol";
import type { BodySource } from "./connection.ts";
import { readText } from "./read-body.ts";

/** Bytes of an error body that are read for its excerpt. */
const MAX_ERROR_BYTES = 65_536;
/** Milliseconds that it may take: the status says more, and is known. */
const MAX_ERROR_TIME = 2_000;

/**
 * What a response that is no answer of the protocol becomes: its status, Retry-After and the beginning of its body.
 *
 * @param prefix what the message begins with
 */
export async function statusError(response: Response, prefix: string, source: BodySource): Promise<TransportError> {
  const location = response.headers.get("location");
  const timer = setTimeout(() => source.stop?.(), MAX_ERROR_TIME);
  const body = await readText(response, MAX_ERROR_BYTES, source).catch(() => "");
  clearTimeout(timer);
  source.signal.throwIfAborted();
  return new TransportError(`${prefix}HTTP ${response.status}${location === null ? "" : ` to ${location}`}`, {
    ...statusOf(response),
    body,
  });
}

/** Where a response came from, for errors about it. */
export function statusOf({ status, headers, ok }: Response): Pick<TransportError, "status" | "retryAfter"> {
  return { status, retryAfter: ok ? undefined : parseRetryAfter(headers.get("retry-after")) };
}
