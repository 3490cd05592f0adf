import { A2AError, parseRetryAfter, TransportError } from "@a2akit/protocol";
import { readText } from "./read-body.ts";

/** Bytes of an error body that are read for its excerpt. */
const MAX_ERROR_BYTES = 65_536;

/** What a response that is no answer of the protocol becomes: its status, Retry-After and the beginning of its body. */
export async function statusError(response: Response, what: string): Promise<TransportError> {
  const { status, headers } = response;
  const location = headers.get("location");
  const retryAfter = parseRetryAfter(headers.get("retry-after"));
  const body = await readText(response, MAX_ERROR_BYTES).catch(() => "");
  return new TransportError(`${what}: HTTP ${status}${location === null ? "" : ` to ${location}`}`, {
    status,
    body,
    ...(retryAfter !== undefined && { retryAfter }),
  });
}

/** Errors of ours stay; an abort is the signal's reason; what `fetch` and the body's reader throw is a failure of the network. */
export function toTransportError(error: unknown, { signal, url }: { signal: AbortSignal; url: string }): unknown {
  if (error instanceof A2AError || error instanceof TransportError) return error;
  if (signal.aborted) return signal.reason;
  return new TransportError(`Cannot reach ${new URL(url).origin}${causeText(error)}`, { cause: error });
}

/** `fetch` throws a TypeError "fetch failed" whose cause says what happened. */
function causeText(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const text = cause instanceof Error ? cause.message || ("code" in cause ? String(cause.code) : "") : String(cause);
  return text === "" ? "" : `: ${text}`;
}
