import { A2AError, type Dialect, type ErrorName, errorStatuses, reasonOf } from "@a2akit/protocol";

/** What HTTP, not A2A, has to say. These statuses stand in every dialect, with a JSON-RPC body. */
const HTTP_ERRORS = {
  NOT_FOUND: { code: -32600, status: 404, message: "There is no agent at this path" },
  METHOD_NOT_ALLOWED: { code: -32600, status: 405, message: "This path does not take this HTTP method" },
  PAYLOAD_TOO_LARGE: { code: -32600, status: 413, message: "The request body is too large" },
  UNSUPPORTED_MEDIA_TYPE: { code: -32600, status: 415, message: "The request body must be application/json in UTF-8" },
  /** A limit on how much at a time is reached; trying later may help. */
  RESOURCE_EXHAUSTED: { code: -32000, status: 429, message: "Too much at a time" },
  UNAVAILABLE: { code: -32000, status: 503, message: "The server is closing" },
} as const;

type HttpReason = keyof typeof HTTP_ERRORS;

export function httpError(reason: HttpReason, message: string = HTTP_ERRORS[reason].message): A2AError {
  return new A2AError({ code: HTTP_ERRORS[reason].code, reason, message });
}

export function resourceExhausted(message: string): A2AError {
  return httpError("RESOURCE_EXHAUSTED", message);
}

/** An error, and the headers that go with its answer. */
export interface Refusal {
  readonly error: A2AError;
  readonly headers: Readonly<Record<string, string>>;
}

/** Too many requests in too short a time; header and body say after how many seconds another one makes sense. */
export function rateLimited(retryAfter: number): Refusal {
  // RFC 9110 §10.2.3: whole seconds. Never none.
  const seconds = String(Math.max(Math.ceil(retryAfter), 1));
  const { code } = HTTP_ERRORS.RESOURCE_EXHAUSTED;
  const details = [{ "@type": "type.googleapis.com/google.rpc.RetryInfo", retryDelay: `${seconds}s` }];
  const error = new A2AError({ code, reason: "RESOURCE_EXHAUSTED", message: "Too many requests" }, { details });
  return { error, headers: { "retry-after": seconds } };
}

export function tooManyWebhooks(): A2AError {
  return resourceExhausted("Too many push notification configs for this task");
}

/** The rows of the A2A table that keep their HTTP status in every dialect. */
const KEPT: ReadonlySet<string> = new Set([reasonOf("Unauthenticated"), reasonOf("PermissionDenied")]);
const ROWS: ReadonlyMap<string, number> = new Map(
  (Object.keys(errorStatuses) as ErrorName[]).map((name) => [reasonOf(name), errorStatuses[name].httpStatus]),
);

/** The HTTP status of a JSON-RPC error. */
export function httpStatusOf({ reason }: A2AError, { errorStatus }: Pick<Dialect, "errorStatus">): number {
  if (isHttpReason(reason)) return HTTP_ERRORS[reason].status;
  const mapped = ROWS.get(reason) ?? 500;
  return errorStatus === "mapped" || KEPT.has(reason) ? mapped : errorStatus;
}

function isHttpReason(reason: string): reason is HttpReason {
  return Object.hasOwn(HTTP_ERRORS, reason);
}
