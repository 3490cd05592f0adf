import { A2AError, TransportError } from "@a2akit/protocol";
import { openConnection } from "../transport/connection.ts";
import type { Fetch } from "../transport/fetch.ts";
import { parseJson, readText } from "../transport/read-body.ts";
import { statusError, statusOf } from "../transport/status-error.ts";
import { createDeadline } from "../waiting/deadline.ts";

/** Milliseconds that an authorization server may take to answer. */
const TOKEN_TIMEOUT = 30_000;
/** Bytes that its answer may have. */
const MAX_TOKEN_BYTES = 65_536;

export interface EndpointOptions {
  /** Used in place of the global `fetch`. */
  readonly fetch?: Fetch | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The error that an authorization server names in its answer (RFC 6749 §5.2), such as `invalid_grant`. */
export class OAuthRefusal extends A2AError {
  readonly error: string;

  constructor(url: string, error: string, description: unknown) {
    const because = typeof description === "string" ? ` (${description})` : "";
    super("Unauthenticated", { message: `${new URL(url).origin} gives no token: ${error}${because}` });
    this.error = error;
  }
}

/**
 * Posts a form to an endpoint of an authorization server and gives its answer.
 *
 * @throws OAuthRefusal the error that it names; TransportError when its answer is none.
 */
export async function postForm(
  url: string,
  form: Readonly<Record<string, string | undefined>>,
  { fetch, signal, headers }: EndpointOptions,
): Promise<Readonly<Record<string, unknown>>> {
  const body = new URLSearchParams();
  for (const [name, value] of Object.entries(form)) if (value !== undefined) body.set(name, value);
  const deadline = createDeadline(TOKEN_TIMEOUT, signal);
  const connection = { url, signal: deadline.signal, fetch };
  try {
    const response = await openConnection(connection, {
      method: "POST",
      headers: { accept: "application/json", "content-type": "application/x-www-form-urlencoded", ...headers },
      body: body.toString(),
      redirect: "manual",
    });
    const isJson = (response.headers.get("content-type") ?? "").includes("json");
    if (!isJson) throw await statusError(response, `No token from ${url}: `, connection);
    const text = await readText(response, MAX_TOKEN_BYTES, connection);
    const answer = parseJson(text, "The body", response);
    const members: Record<string, unknown> = { ...(typeof answer === "object" && answer) };
    const { ok, status } = response;
    if (ok) return members;
    const { error, error_description: description } = members;
    // A server that is down or overloaded refuses nobody, whatever it says.
    if (typeof error === "string" && status < 500 && status !== 429) throw new OAuthRefusal(url, error, description);
    throw new TransportError(`No token from ${url}: HTTP ${status}`, { ...statusOf(response), body: text });
  } finally {
    deadline.clear();
  }
}
