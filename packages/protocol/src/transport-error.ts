export interface TransportErrorOptions {
  /** HTTP status, where there was a response. */
  readonly status?: number | undefined;
  /** Milliseconds to wait before another try, from the Retry-After header. */
  readonly retryAfter?: number | undefined;
  /** The body of the response; only its beginning is kept. */
  readonly body?: string | undefined;
  readonly cause?: unknown;
}

/** How much of a response body a TransportError keeps, in characters. */
export const MAX_BODY_EXCERPT = 1000;

/** Everything that is no answer of the protocol: no connection, an HTML page, a broken stream. Never crosses the wire. */
export class TransportError extends Error {
  declare readonly status: number | undefined;
  declare readonly retryAfter: number | undefined;
  declare readonly body: string | undefined;

  constructor(message: string, options: TransportErrorOptions = {}) {
    super(message, options);
    const { status, retryAfter, body } = options;
    this.name = "TransportError";
    this.status = status;
    this.retryAfter = retryAfter;
    this.body = body?.slice(0, MAX_BODY_EXCERPT);
  }
}

/** Milliseconds that a Retry-After header asks for: seconds or an HTTP date (RFC 9110 §10.2.3); undefined where it says neither. */
export function parseRetryAfter(header: string | null | undefined, now = Date.now()): number | undefined {
  const text = header?.trim() ?? "";
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  // Every form of an HTTP date begins with the name of a day; Date.parse alone would take "-5" for a year.
  const wait = /^[A-Z][a-z]{2}/.test(text) ? Date.parse(text) - now : Number.NaN;
  return Number.isNaN(wait) ? undefined : Math.max(0, wait);
}
